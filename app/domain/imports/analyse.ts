import {
  allTime,
  type CategoryResult,
  type ChangeCounts,
  type ComputedCategory,
  type Window,
} from "../analysis/analysis.ts";
import { categoriesOf } from "../analysis/categories.ts";
import { changesBetween, countsOf } from "../analysis/changes.ts";
import { foldImports } from "../analysis/fold.ts";
import { judge } from "../analysis/holds.ts";
import type { KnownFollowers } from "../analysis/known-list.ts";
import { coversAll, windowOf } from "../analysis/window.ts";
import { type NameList, usernameAt } from "../name-list.ts";
import { encodePeople } from "../people-lists/encode.ts";
import type { Reading, Readings } from "./import.ts";
import { followersOf, type OpenedLists, openLists } from "./kept-lists.ts";
import type { AnalysedImport, AnalysisResult, AnalysisTask, Ask } from "./work.ts";

/** Judges the candidate, and unless it is held, computes all that follows from the imports in use. */
export async function analyse(task: AnalysisTask, ask: Ask): Promise<AnalysisResult> {
  const open = async (id: string) => openLists((await ask({ ask: "lists", id })) as Uint8Array);
  return (await judgeCandidate(task, open)) ?? compute(task, open);
}

type Open = (id: string) => Promise<OpenedLists>;
type Held = Extract<AnalysisResult, { held: unknown }>;

async function judgeCandidate(task: AnalysisTask, open: Open): Promise<Held | undefined> {
  const { used, candidate } = task;
  const one = used.find(({ id }) => id === candidate?.id);
  if (!candidate || !one) return undefined;
  const others = used.filter(({ id }) => id !== one.id);
  const earlier = used.slice(0, used.indexOf(one));
  const before = await knownAfter(earlier, open);
  const lists = await open(one.id);
  const followers = followersOf(lists);
  const following = lists.list("following");
  const { accountCreatedAt, requestedRange } = lists.facts();
  const { followersShown } = candidate;
  const { takenAt } = one;
  const { holds, partialBySigns } = judge({
    read: {
      account: one.account,
      accountCreatedAt,
      requestedRange,
      lists: { followers, ...(following && { following }) },
    },
    takenAt,
    followersShown,
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

async function knownAfter(
  imports: readonly AnalysedImport[],
  open: Open,
): Promise<KnownFollowers | undefined> {
  const fold = await foldImports(imports, async (id) => followersOf(await open(id)), {
    recomputeFrom: imports.length,
  });
  return fold?.known;
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
  const { used, recomputeFrom } = task;
  const fold = await foldImports(used, async (id) => followersOf(await open(id)), {
    recomputeFrom,
  });
  const newest = used.at(-1);
  if (!fold || !newest) throw new Error("there is nothing to analyse");
  const lists = await open(newest.id);
  const categories = categoriesOf({
    followers: fold.known.list,
    takenAt: newest.takenAt,
    coversAll: coversAll(used),
    following: lists.list("following"),
    pendingRequests: lists.list("pendingRequests"),
    changes: fold.changes,
  });
  const changes: Record<string, ChangeCounts | null> = Object.fromEntries(fold.counts);
  const profile = profileOf(categories, { now: task.now, takenAt: newest.takenAt });
  return { changes, profile, ...encodePeople(withPeople(categories)) };
}

const withPeople = (categories: Readonly<Record<string, CategoryResult>>) =>
  Object.fromEntries(
    Object.entries(categories).filter(
      (entry): entry is [string, ComputedCategory] => !("note" in entry[1]),
    ),
  );

/** Most people of a category in the profile itself (contract 10). */
const mostItems = 200;

/** `profiles/{uid}` as far as the lists of people tell. */
function profileOf(
  categories: Readonly<Record<string, CategoryResult>>,
  { now, takenAt }: { now: number; takenAt: number },
) {
  const entries = Object.entries(categories);
  const notes = entries.flatMap(([key, result]) =>
    "note" in result ? [[key, result.note] as const] : [],
  );
  const audience = entries.map(([key, result]) => [
    key,
    "note" in result
      ? { totalValue: null, items: [] }
      : {
          totalValue: result.order.length,
          items: Array.from(result.order.subarray(0, mostItems), (index) => ({
            username: usernameAt(result.people, index),
          })),
        },
  ]);
  return {
    _source: "built-in",
    _insights: { status: "completed" },
    _updatedAt: new Date(now),
    _takenAt: new Date(takenAt),
    _notes: Object.fromEntries([
      ...notes,
      ["likes", "needs-insights"],
      ["comments", "needs-insights"],
    ]),
    _calculatedData: { audience: Object.fromEntries(audience) },
  };
}
