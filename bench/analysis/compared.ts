import { compareImports } from "../../app/features/history/compare.ts";
import { type ChangeKind, changeKinds } from "../../app/features/history/history.ts";
import { emptyNameList, type NameList, peopleOf } from "../../app/platform/values/name-list.ts";
import type { AccountState } from "../../sandbox/histories/account-state.ts";
import { usernameOf } from "../../sandbox/histories/names.ts";
import { truthBetween } from "../../sandbox/histories/truth.ts";
import type { Case } from "./cases.ts";
import type { Imported, Step } from "./subscriber.ts";
import type { Score } from "./tally.ts";

/** What comparing any two imports says, against the log of the history between the two. */
export interface ComparedTally {
  pairs: number;
  /** Pairs with others between them. */
  apart: number;
  scores: Record<ChangeKind, Score>;
  /** Said to have left, and they follow still. */
  falseLosses: number;
}

export const emptyComparedTally = (): ComparedTally => {
  const none = (): Score => ({ right: 0, wrong: 0, missed: 0 });
  return {
    pairs: 0,
    apart: 0,
    falseLosses: 0,
    scores: { lost: none(), renamed: none(), returned: none(), new: none(), refollowed: none() },
  };
};

/** Compares each import of a case with each later one. Of exports of a range only false losses are counted, and none of those
 * after a cut that nobody notices. */
export async function compareAll(
  tally: ComparedTally,
  { history, sent }: Case,
  steps: readonly Step[],
): Promise<void> {
  const imports = steps.map(({ imported }) => imported);
  if (imports.some((one) => isCutUnnoticed(history, one))) return;
  const isWhole = sent.every(({ range }) => range === "all-time");
  for (const [to, later] of imports.entries())
    for (const [from, earlier] of imports.slice(0, to).entries()) {
      const { changes } = await compareImports(
        imports.slice(0, to + 1),
        from,
        followersIn(imports),
      );
      tally.pairs += 1;
      if (to - from > 1) tally.apart += 1;
      tally.falseLosses += falseLosses(history, changes.lost, imports.slice(from, to + 1));
      if (!isWhole) continue;
      const truth = truthBetween(history.log, earlier.sent.at, later.sent.at);
      const unknowable = new Set(
        truth.unknowable.flatMap(({ before, after }) => [...before, ...after]),
      );
      for (const kind of changeKinds)
        countKind(
          tally.scores[kind],
          namesOf(changes[kind]),
          new Set(truth[kind].map(({ username }) => username)),
          unknowable,
        );
    }
}

function countKind(
  score: Score,
  said: ReadonlySet<string>,
  expected: ReadonlySet<string>,
  unknowable: ReadonlySet<string>,
): void {
  for (const name of said) {
    if (unknowable.has(name)) continue;
    if (expected.has(name)) score.right += 1;
    else score.wrong += 1;
  }
  for (const name of expected) if (!said.has(name)) score.missed += 1;
}

/**
 * How many of the lost bore their name at the earliest import and have followed at each of them, with the same follow. Who
 * was away at one of them, and back where the next did not look, is known to be gone and nothing else. Whose name somebody
 * else took, before an export had the new one, nobody can follow.
 */
function falseLosses(
  history: Case["history"],
  lost: NameList,
  imports: readonly Imported[],
): number {
  const states = imports.map(({ sent }) => history.stateAt(sent.at));
  const bearers = states.map(bearersOf);
  return [...peopleOf(lost)].filter(({ username, since }) => {
    const person = bearers[0]?.get(username) ?? -1;
    return states.every(
      (state, index) =>
        person >= 0 &&
        (bearers[index]?.get(username) ?? person) === person &&
        !state.isHidden(person) &&
        state.followsSince(person) === since,
    );
  }).length;
}

/** Who has which name. */
function bearersOf(state: AccountState): Map<string, number> {
  const bearers = new Map<string, number>();
  for (let person = 0; person < state.size; person += 1)
    if (!state.isHidden(person) && state.followsSince(person) > 0)
      bearers.set(usernameOf(state.nameNumberOf(person)), person);
  return bearers;
}

/** Whether a range cut somebody from an export without a word and without a sign. */
const isCutUnnoticed = (history: Case["history"], { followers, window, sent }: Imported): boolean =>
  window.from === 0 && followers.size < history.stateAt(sent.at).followers().size;

const followersIn = (imports: readonly Imported[]) => async (id: string) =>
  imports.find((one) => one.id === id)?.followers ?? emptyNameList;

const namesOf = (list: NameList): Set<string> =>
  new Set(Array.from(peopleOf(list), ({ username }) => username));
