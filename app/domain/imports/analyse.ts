import {
  allTime,
  type CategoryResult,
  type ChangeCounts,
  type ComputedCategory,
  type Window,
} from "../analysis/analysis.ts";
import { builtInProfile } from "../analysis/built-in-profile.ts";
import { categoriesOf } from "../analysis/categories.ts";
import { changesBetween, countsOf } from "../analysis/changes.ts";
import type { KnownCount } from "../analysis/engagement.ts";
import { foldImports, knownAfter } from "../analysis/fold.ts";
import { judge } from "../analysis/holds.ts";
import type { KnownFollowers } from "../analysis/known-list.ts";
import { coversAll, isWholeList, secondsOf, windowOf } from "../analysis/window.ts";
import type { NameList } from "../name-list.ts";
import { encodePeople } from "../people-lists/encode.ts";
import type { Reading, Readings } from "./import.ts";
import { followersOf, type OpenedLists, openLists } from "./kept-lists.ts";
import type { AnalysedImport, AnalysisResult, AnalysisTask, Ask } from "./work.ts";

/** Judges the candidate, and unless it is held, computes all that follows from the imports in use. */
export async function analyse(task: AnalysisTask, ask: Ask): Promise<AnalysisResult> {
  const open = remember(async (id) => openLists((await ask({ ask: "lists", id })) as Uint8Array));
  return (await judgeCandidate(task, open)) ?? compute(task, open);
}

/** Lists that are kept at hand, compressed: the judgement and the computing look at the same two or three. */
const mostAtHand = 4;

function remember(open: Open): Open {
  const atHand = new Map<string, OpenedLists>();
  return async (id) => {
    const lists = atHand.get(id) ?? (await open(id));
    atHand.set(id, lists);
    const [oldest] = atHand.keys();
    if (atHand.size > mostAtHand && oldest !== undefined) atHand.delete(oldest);
    return lists;
  };
}

type Open = (id: string) => Promise<OpenedLists>;
type Held = Extract<AnalysisResult, { held: unknown }>;

async function judgeCandidate(task: AnalysisTask, open: Open): Promise<Held | undefined> {
  const { used, candidate } = task;
  const one = used.find(({ id }) => id === candidate);
  if (!one) return undefined;
  const others = used.filter(({ id }) => id !== one.id);
  const earlier = used.slice(0, used.indexOf(one));
  const before = await knownAfter(earlier, async (id) => followersOf(await open(id)));
  const lists = await open(one.id);
  const followers = followersOf(lists);
  const following = lists.list("following");
  const { accountCreatedAt, requestedRange } = lists.facts();
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
  if (holds.length === 0) return undefined;
  const window = windowOf({ requestedRange, takenAt, followers, partialBySigns, decision: "use" });
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

async function compute(task: AnalysisTask, open: Open): Promise<AnalysisResult> {
  const { used, recomputeFrom, content, now } = task;
  const listsOf = async (id: string) => followersOf(await open(id));
  const fold = await foldImports(used, listsOf, { recomputeFrom });
  const newest = used.at(-1);
  if (!fold || !newest) throw new Error("there is nothing to analyse");
  const lists = await open(newest.id);
  const following = lists.list("following");
  const categories = categoriesOf({
    followers: fold.known.list,
    takenAt: newest.takenAt,
    coversAll: coversAll(used),
    following,
    pendingRequests: lists.list("pendingRequests"),
    changes: fold.changes,
  });
  const profile = await builtInProfile({
    imports: used,
    fold,
    categories,
    newest: { following, ...lists.facts() },
    counts: used.flatMap(countOf),
    followersOf: listsOf,
    content,
    now,
  });
  const changes: Record<string, ChangeCounts | null> = Object.fromEntries(fold.counts);
  const { takenBefore } = fold;
  const between = takenBefore === undefined ? undefined : { from: takenBefore, to: newest.takenAt };
  return { changes, profile: { ...profile }, ...encodePeople(withPeople(categories), between) };
}

/** How many followers there were when it was taken: as Instagram showed it, else by a list of all time. */
function countOf({ takenAt, window, followers, followersShown }: AnalysedImport): KnownCount[] {
  const count = followersShown ?? (isWholeList({ window, takenAt }) ? followers : undefined);
  return count === undefined ? [] : [{ at: secondsOf(takenAt), followers: count }];
}

const withPeople = (categories: Readonly<Record<string, CategoryResult>>) =>
  Object.fromEntries(
    Object.entries(categories).filter(
      (entry): entry is [string, ComputedCategory] => !("note" in entry[1]),
    ),
  );
