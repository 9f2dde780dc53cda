import { chanceFrom } from "./chance.ts";
import type { History } from "./history.ts";
import { usernameOf } from "./names.ts";

/** Somebody who commented on a post of the owner. */
export interface Commenter {
  /** Null for a stranger, who never had to do with the owner otherwise. */
  person: number | null;
  /** What they were called when their comment was read. */
  username: string;
  comments: number;
}

/** Beyond the numbers of people in any history. */
const firstStranger = 3_500_000;

/**
 * Some of the people of a history, and strangers, each under the name of some moment of its days: they may have taken
 * another since, and given that up, too. Nobody's name is somebody else's.
 */
export function commentersOf(history: History, seed: number): Commenter[] {
  const chance = chanceFrom(seed);
  const days = 6;
  const found = new Map<number, Commenter>();
  for (let day = 0; day < days; day += 1) {
    const at = history.start + Math.round(((history.end - history.start) * day) / days);
    const state = history.stateAt(at);
    for (let person = 0; person < state.size; person += 1) {
      const follows = state.followsSince(person) > 0 && !state.isHidden(person);
      if (!follows || found.has(person) || chance.next() > 0.12) continue;
      const username = usernameOf(state.nameNumberOf(person));
      found.set(person, { person, username, comments: 1 + chance.below(5) });
    }
  }
  const strangers = Array.from({ length: 3 }, (_, n): Commenter => {
    const username = usernameOf(firstStranger + seed + n);
    return { person: null, username, comments: 1 + chance.below(5) };
  });
  return [...found.values(), ...strangers];
}
