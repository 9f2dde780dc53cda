import type { Chance } from "./chance.ts";
import type { EventKind } from "./event-log.ts";
import type { Happenings } from "./happenings.ts";

/** Of the people whom an owner follows, this share follows back. */
const mutualShare = 0.45;
/** Deactivated on any day, as a share of the followers: Instagram counts them and does not list them. */
const hiddenShare = 0.02;

interface Population {
  followers: number;
  following: number;
  /** Epoch seconds. */
  from: number;
  to: number;
}

/** Everybody who is there when the days begin: followers, those who are followed, and the deactivated. */
export function populate(
  happenings: Happenings,
  chance: Chance,
  { followers, following, from, to }: Population,
): void {
  const times: number[] = [];
  const kinds: EventKind[] = [];
  const people: number[] = [];
  const plan = (at: number, kind: EventKind, person: number) => {
    times.push(at);
    kinds.push(kind);
    people.push(person);
  };
  const someTime = (after: number) => Math.floor(after + (to - after) * chance.next() ** 0.7);

  for (let count = 0; count < followers; count += 1) {
    plan(someTime(from), "follow", happenings.newPerson());
  }
  const mutual = Math.min(followers, Math.round(following * mutualShare));
  for (let count = 0; count < following; count += 1) {
    // Spread over the followers, each at most once.
    const person =
      count < mutual ? Math.floor((count * followers) / mutual) : happenings.newPerson();
    plan(someTime(from), "owner-follow", person);
  }
  for (let count = chance.times(followers * hiddenShare); count > 0; count -= 1) {
    const person = happenings.newPerson();
    const followed = someTime(from);
    plan(followed, "follow", person);
    plan(someTime(followed), "vanish", person);
  }

  const order = Uint32Array.from(times.keys()).sort(
    (a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b,
  );
  for (const index of order) {
    happenings.happen(times[index] ?? 0, kinds[index] ?? "follow", people[index] ?? 0);
  }
}
