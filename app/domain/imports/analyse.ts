import { allTime, type ChangeCounts, type Window } from "../analysis/analysis.ts";
import { builtInProfile } from "../analysis/built-in-profile.ts";
import { categoriesOf, categoriesWithoutExport } from "../analysis/categories.ts";
import { type Changes, changesBetween, countsOf } from "../analysis/changes.ts";
import { type Commenters, commentersOf } from "../analysis/commenters.ts";
import { type Departures, noDepartures } from "../analysis/departures.ts";
import type { KnownCount } from "../analysis/engagement.ts";
import { exportedAccount, isOtherAccount } from "../analysis/exported-account.ts";
import { foldImports, knownAfter } from "../analysis/fold.ts";
import { judge } from "../analysis/holds.ts";
import type { KnownFollowers } from "../analysis/known-list.ts";
import { coversAll, secondsOf, windowOf } from "../analysis/window.ts";
import { followersAt } from "../growth/compute.ts";
import { decodeDepartures } from "../growth/encode.ts";
import type { AccountReading } from "../instagram/account-reading.ts";
import type { NameList } from "../name-list.ts";
import { freeList } from "../name-list-merge.ts";
import type { Reading, Readings } from "./import.ts";
import { keepGrowth, keepPeople } from "./keep-result.ts";
import type { KeptLists, KeptName } from "./kept-lists.ts";
import { loadLists } from "./load-lists.ts";
import type { AnalysedImport, AnalysisResult, AnalysisTask, Ask } from "./work.ts";

/**
 * Judges the candidate, and unless it is held, computes all that follows from the imports in use and the connection.
 * @param read the lists of the candidate
 */
export async function analyse(
  task: AnalysisTask,
  ask: Ask,
  read?: KeptLists,
): Promise<AnalysisResult> {
  const load: Load = (id, wanted) => loadLists(id, ask, wanted);
  const held = read && (await judgeCandidate(task, read, load));
  if (held) return held;
  const newest = task.used.at(-1);
  if (!newest) return computeWithoutExport(task, ask);
  const lists = read && newest.id === task.candidate ? read : await load(newest.id);
  return compute(task, lists, load, ask);
}

/** What follows from a connection alone: figures of posts, and nobody by name. */
async function computeWithoutExport(
  { reading, content, now }: AnalysisTask,
  ask: Ask,
): Promise<AnalysisResult> {
  const categories = categoriesWithoutExport(commentersBy(reading, [], undefined));
  const profile = await builtInProfile({ exports: undefined, reading, categories, content, now });
  const index = { starts: [], categories: {} };
  const growth = await keepGrowth({ exports: undefined, reading }, new Map(), index, ask);
  return { changes: {}, profile: { ...profile }, index, growth };
}

/** Without an export, who commented matters to nobody but the notes (contract 11: `needs-connection` comes first). */
function commentersBy(
  reading: AccountReading | undefined,
  used: readonly AnalysedImport[],
  changes: Changes | undefined,
): Commenters {
  if (isOtherAccount(reading, used)) return { note: "other-account" };
  if (!reading?.hasCommenters) return { note: "needs-connection" };
  const exported = exportedAccount(used);
  const ownNames = exported === null ? [reading.username] : [reading.username, exported];
  return commentersOf(reading, ownNames, changes);
}

type Load = (id: string, wanted?: readonly KeptName[]) => Promise<KeptLists>;

const followersBy = (load: Load) => async (id: string) => (await load(id, ["followers"])).followers;

type Held = Extract<AnalysisResult, { held: unknown }>;

async function judgeCandidate(
  task: AnalysisTask,
  lists: KeptLists,
  load: Load,
): Promise<Held | undefined> {
  const { used, candidate } = task;
  const one = used.find(({ id }) => id === candidate);
  if (!one) return undefined;
  const others = used.filter(({ id }) => id !== one.id);
  const earlier = used.slice(0, used.indexOf(one));
  const before = await knownAfter(earlier, followersBy(load), freeList);
  const { followers, following, accountCreatedAt, requestedRange } = lists;
  const { takenAt, followersShown } = one;
  const { holds, partialBySigns } = judge({
    read: {
      account: one.account,
      accountCreatedAt,
      requestedRange,
      lists: { followers, ...(following && { following }) },
    },
    takenAt,
    followersShown: followersShown ?? undefined,
    previousAccount: others.findLast(({ account }) => account !== null)?.account ?? null,
    lastTakenAt: others.at(-1)?.takenAt,
    before,
  });
  if (holds.length === 0) {
    if (before) freeList(before.list);
    return undefined;
  }
  const window = windowOf({ requestedRange, takenAt, followers, partialBySigns });
  const readings: Readings = {
    before: before?.list.size ?? null,
    range: holds.includes("partial-range") ? readingOf(before, followers, window) : null,
    whole: readingOf(before, followers, holds.includes("partial-range") ? allTime : window),
  };
  return { held: holds, window, readings };
}

function readingOf(
  before: KnownFollowers | undefined,
  followers: NameList,
  window: Window,
): Reading {
  if (!before) return { window, known: followers.size, changes: null };
  const { changes, known } = changesBetween(before, followers, window);
  return { window, known: known.size, changes: countsOf(changes) };
}

/** @param lists of the newest import */
async function compute(
  task: AnalysisTask,
  lists: KeptLists,
  load: Load,
  ask: Ask,
): Promise<AnalysisResult> {
  const { used, reading, content, now } = task;
  const known = task.departures && decodeDepartures(task.departures);
  const recomputeFrom = Math.min(task.recomputeFrom, knownUpTo(used, known));
  const newest = used.at(-1);
  const earlier = followersBy(load);
  const followersOf = async (id: string) =>
    id === newest?.id ? lists.followers : await earlier(id);
  const fold = await foldImports(used, followersOf, { recomputeFrom, free: freeList });
  if (!fold || !newest) throw new Error("there is nothing to analyse");
  const categories = categoriesOf({
    followers: fold.known.list,
    takenAt: newest.takenAt,
    coversAll: coversAll(used),
    following: lists.following,
    pendingRequests: lists.pendingRequests,
    changes: fold.changes,
    commenters: commentersBy(reading, used, fold.changes),
  });
  const counts = used.flatMap(countOf);
  const profile = await builtInProfile({
    exports: { imports: used, fold, newest: lists, counts, followersOf },
    reading,
    categories,
    content,
    now,
  });
  const changes: Record<string, ChangeCounts | null> = Object.fromEntries(fold.counts);
  const { takenBefore } = fold;
  const between = takenBefore === undefined ? undefined : { from: takenBefore, to: newest.takenAt };
  const index = await keepPeople(categories, between, ask);
  const departures = new Map(
    used.map(({ id }) => [id, fold.departures.get(id) ?? known?.get(id) ?? noDepartures]),
  );
  const sources = { imports: used, fold, newest: lists, counts };
  const growth = await keepGrowth(
    { exports: { ...sources, departures: [...departures.values()] }, reading },
    departures,
    index,
    ask,
  );
  return { changes, profile: { ...profile }, index, growth };
}

/** Index of the first import for which it is not known who left. An analysis that is older than growth knows of none. */
function knownUpTo(
  used: readonly AnalysedImport[],
  known: ReadonlyMap<string, Departures> | undefined,
): number {
  const index = used.findIndex(({ id }) => !known?.has(id));
  return index < 0 ? used.length : index;
}

function countOf(one: AnalysedImport): KnownCount[] {
  const count = followersAt(one);
  return count === undefined ? [] : [{ at: secondsOf(one.takenAt), followers: count }];
}
