import type { Changes } from "../../app/features/history/changes.ts";
import { type ChangeKind, changeKinds } from "../../app/features/history/history.ts";
import { followsOf } from "../../app/features/history/window.ts";
import { type NameList, peopleOf } from "../../app/platform/values/name-list.ts";
import type { AccountState } from "../../sandbox/histories/account-state.ts";
import { ranges } from "../../sandbox/histories/export-options.ts";
import { type Case, type CaseKind, caseKinds, trustCaseKinds } from "./cases.ts";
import { type Expected, Sightings } from "./sightings.ts";
import type { Imported, Step } from "./subscriber.ts";
import { hasCutTwin } from "./twins.ts";

/** How often something was said and is so, was said and is not so, and is so and was not said. */
export interface Score {
  right: number;
  wrong: number;
  missed: number;
}

export interface Tally {
  imports: number;
  scores: Record<ChangeKind, Score>;
  /** Said to have left, and they follow still. */
  falseLosses: number;
  /** Of a set difference of two files: those who left, and those who follow still. */
  plain: Score;
  /** Exports from which a range cut somebody. */
  cut: number;
  /** Whole exports, those of them that were held as cut, and those of these that anything in the export tells from a cut one. */
  whole: number;
  wholeHeld: number;
  tellable: number;
  /** Cuts that were not noticed, and those of them that the account's own losses could not have been. */
  unnoticed: number;
  noticeable: number;
  /** First exports: how many were cut, how many of these were used without a question, and how many whole ones were asked about. */
  first: { cut: number; unasked: number; wholeAsked: number };
}

/** Imports from the first one on that a range cut without a word and without a sign. */
export const afterUnnoticed = "after a cut without word or sign";
/** The same of those whose request files are old, missing, of another zone or lie. */
export const afterUnnoticedTrust = "the same where a request file lies";
export type Row = CaseKind | typeof afterUnnoticed | typeof afterUnnoticedTrust;
export type Tallies = Record<Row, Tally>;

/** One account in a million (DECISIONS.md, 'When does an export count as cut at a date?'). */
const impossible = 1e-6;

const score = (): Score => ({ right: 0, wrong: 0, missed: 0 });
const emptyTally = (): Tally => ({
  imports: 0,
  scores: {
    lost: score(),
    renamed: score(),
    returned: score(),
    new: score(),
    refollowed: score(),
  },
  falseLosses: 0,
  plain: score(),
  cut: 0,
  whole: 0,
  wholeHeld: 0,
  tellable: 0,
  unnoticed: 0,
  noticeable: 0,
  first: { cut: 0, unasked: 0, wholeAsked: 0 },
});

export const emptyTallies = (): Tallies =>
  Object.fromEntries(
    [...caseKinds, ...trustCaseKinds, afterUnnoticed, afterUnnoticedTrust].map((row) => [
      row,
      emptyTally(),
    ]),
  ) as unknown as Tallies;

/** Compares what the app says of a case with the log of its history. */
export async function count(tallies: Tallies, of: Case, steps: readonly Step[]): Promise<void> {
  const sightings = new Sightings(of);
  let row: Row = of.kind;
  const isOfTrust = (trustCaseKinds as readonly string[]).includes(of.kind);
  for (const [index, { imported, changes }] of steps.entries()) {
    const state = of.history.stateAt(imported.sent.at);
    const isCut = imported.followers.size < state.followers().size;
    if (isCut && imported.window.from === 0) row = isOfTrust ? afterUnnoticedTrust : afterUnnoticed;
    const tally = tallies[row];
    tally.imports += 1;
    if (index === 0) countFirst(tallies[of.kind].first, isCut, imported);
    if (isCut) tally.cut += 1;
    if (isCut && imported.window.from === 0)
      countUnnoticed(tally, of, imported, steps[index - 1]?.imported);
    if (!isCut && imported.sent.range === "all-time") await countWhole(tally, of, imported);
    const expected = sightings.next(imported.sent, coveredFrom(imported));
    if (changes) countStep(tally, changes, expected);
    const before = steps[index - 1]?.imported.followers;
    if (before) countPlain(tally.plain, state, imported.followers, before);
  }
}

function countFirst(first: Tally["first"], isCut: boolean, imported: Imported): void {
  const isAsked = imported.isHeldAsPartial || imported.isAskedForCount;
  if (isCut) first.cut += 1;
  if (isCut && !isAsked) first.unasked += 1;
  if (!isCut && isAsked) first.wholeAsked += 1;
}

async function countWhole(tally: Tally, of: Case, { sent, isHeldAsPartial }: Imported) {
  tally.whole += 1;
  if (!isHeldAsPartial) return;
  tally.wholeHeld += 1;
  if (!(await hasCutTwin(of, sent))) tally.tellable += 1;
}

/** By the log: whether all whom the range cut off might have left, as others did. */
function countUnnoticed(tally: Tally, of: Case, { sent, followers }: Imported, before?: Imported) {
  if (!before) return;
  const missing = of.history.stateAt(sent.at).followers().size - followers.size;
  const { lost } = of.history.truthBetween(before.sent.at, sent.at);
  const chance = ((lost.length + 1) / (followers.size + lost.length + 10)) ** missing;
  tally.unnoticed += 1;
  if (chance < impossible) tally.noticeable += 1;
}

/** The first second of follows that the export tells of: by its word, else that of its oldest follower. */
function coveredFrom({ sent: { range, options, takenAt }, followers }: Imported): number {
  if (range === "all-time") return 0;
  if (options.request) return followsOf(followers)?.oldest ?? takenAt;
  if (!options.sections?.includes("requests")) return followsOf(followers)?.oldest ?? takenAt;
  return typeof range === "object" ? range.from : takenAt - (ranges[range] ?? 0);
}

function countStep(tally: Tally, changes: Changes, expected: Expected): void {
  for (const kind of changeKinds) {
    const said = namesOf(changes[kind]);
    const scores = tally.scores[kind];
    for (const name of said) {
      if (expected.unknowable.has(name)) continue;
      if (expected[kind].has(name)) scores.right += 1;
      // Who is gone from where the export does not tell is not expected to be found, and is gone all the same.
      else if (kind !== "lost" || expected.fateOf(name) !== "gone") scores.wrong += 1;
      if (kind === "lost" && expected.fateOf(name) === "there") tally.falseLosses += 1;
    }
    for (const name of expected[kind]) if (!said.has(name)) scores.missed += 1;
  }
}

function countPlain(plain: Score, state: AccountState, followers: NameList, before: NameList) {
  const now = namesOf(followers);
  const there = new Set(Array.from(state.followers(), ({ since }) => since));
  for (const { username, since } of peopleOf(before)) {
    if (now.has(username)) continue;
    if (since !== undefined && there.has(since)) plain.wrong += 1;
    else plain.right += 1;
  }
}

const namesOf = (list: NameList): Set<string> =>
  new Set(Array.from(peopleOf(list), ({ username }) => username));
