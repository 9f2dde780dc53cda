import { isDeepStrictEqual } from "node:util";
import { emptyNameList, type NameList } from "../../../platform/values/name-list.ts";
import { freeList } from "../../../platform/values/name-list-merge.ts";
import { type AccountSources, countsOfExports } from "../../analysis/account-sources.ts";
import { builtInProfile } from "../../analysis/built-in-profile.ts";
import {
  categoriesOf,
  categoriesWithoutExport,
  newFor,
  type PeopleCategory,
} from "../../analysis/categories.ts";
import type { AccountReading } from "../../history/account-reading.ts";
import { alikeNames, sameSeconds, suggestedOnce } from "../../history/alike-names.ts";
import { changesBetween, countsOf } from "../../history/changes.ts";
import { type Commenters, commentersOf } from "../../history/commenters.ts";
import {
  accountBefore,
  exportedAccount,
  isOtherAccount,
  namesOfAccount,
} from "../../history/exported-account.ts";
import {
  type Fold,
  type FollowersOf,
  foldImports,
  knownAfter,
  samePeopleOf,
  tellsAllWhoLeft,
} from "../../history/fold.ts";
import { waitingOf } from "../../history/followed-changes.ts";
import { placesOfAll } from "../../history/followed-through.ts";
import { type HiddenNames, withHidden } from "../../history/hidden-people.ts";
import { allTime, type ChangeCounts, type Window } from "../../history/history.ts";
import { judgeImport } from "../../history/holds.ts";
import type { PossibleReading, Readings } from "../../history/import.ts";
import type { KeptLists } from "../../history/kept-lists.ts";
import { keptNamesOf } from "../../history/kept-names.ts";
import type { KnownFollowers } from "../../history/known-list.ts";
import type { PeopleIndex } from "../../history/people-index.ts";
import type { RangeEvidence } from "../../history/range-evidence.ts";
import { type RenamedIn, renamesIn } from "../../history/renamed-in.ts";
import {
  isSame,
  knownWith,
  type SamePeople,
  type SamePerson,
  sameRule,
} from "../../history/same-people.ts";
import { leftSince, type Turnover, withFollowed } from "../../history/turnover.ts";
import { coversAll, hasGapBetween } from "../../history/window.ts";
import { keepGrowth, keepPeople } from "./keep-result.ts";
import { followersBy, hiddenInEach, keptChanges, loadLists } from "./known-imports.ts";
import type {
  AnalysedImport,
  AnalysisResult,
  AnalysisTask,
  Ask,
  HeldJudgement,
  TransferableBytes,
} from "./work.ts";

export type GrowthIn = (sources: AccountSources) => TransferableBytes[];

/**
 * Judges the candidate, and unless it is held, computes all that follows from the imports in use and the connection.
 * @param growthIn computes growth from the same sources, and encodes it
 * @param read the lists of the candidate, where it was just read
 */
export async function analyse(
  task: AnalysisTask,
  ask: Ask,
  growthIn: GrowthIn,
  read?: KeptLists,
): Promise<AnalysisResult> {
  const { candidate } = task;
  const own = candidate === undefined ? undefined : (read ?? (await loadLists(candidate, ask)));
  const judged = own && (await judgeCandidate(task, own, ask));
  if (judged && "held" in judged) return judged;
  const found = task.settled ? undefined : judged;
  const used = found ? withWindow(task, found.window) : task.used;
  const newest = used.at(-1);
  if (!newest) return computeWithoutExport(task, ask, growthIn);
  const isNewest = own && newest.id === candidate;
  if (own && own !== read && !isNewest) freeKept(own);
  const lists = isNewest ? own : await loadLists(newest.id, ask);
  return { ...(await compute({ ...task, used }, lists, ask, growthIn)), ...found };
}

function freeKept({ followers, following, pendingRequests }: KeptLists): void {
  for (const list of [followers, following, pendingRequests]) if (list) freeList(list);
}

const withWindow = ({ used, candidate }: AnalysisTask, window: Window) =>
  used.map((one) => (one.id === candidate ? { ...one, window } : one));

/** What follows from a connection alone: figures of posts, and nobody by name. */
async function computeWithoutExport(
  { reading, content, timeZone, now }: AnalysisTask,
  ask: Ask,
  growthIn: GrowthIn,
): Promise<AnalysisResult> {
  const categories = categoriesWithoutExport(commentersBy(reading, [], [], emptyNameList));
  const basis = { reading, categories, content, timeZone, now };
  const profile = await builtInProfile({ exports: undefined, ...basis });
  const index = { starts: [], categories: {} };
  const growth = await keepGrowth(growthIn({ exports: undefined, reading }), index, ask, {
    turnovers: new Map(),
    same: undefined,
    names: keptNamesOf([], new Map(), {}, []),
  });
  return { changes: {}, profile: { ...profile }, index, growth };
}

/** Without an export, who commented matters to nobody but the notes (docs/product.md#connection: `needs-connection` comes first). */
function commentersBy(
  reading: AccountReading | undefined,
  used: readonly AnalysedImport[],
  renamed: readonly RenamedIn[],
  followers: NameList,
): Commenters {
  if (isOtherAccount(reading, used)) return { note: "other-account" };
  // Of posts whose comments could be read in part only, it is known who wrote these.
  const isNamed = reading?.posts.some(({ commenters }) => commenters.length > 0);
  if (!reading || !(reading.hasCommenters || isNamed)) return { note: "needs-connection" };
  const exported = exportedAccount(used);
  const exportedNames = exported === null ? [] : namesOfAccount(exported, used);
  return commentersOf(reading, [reading.username, ...exportedNames], renamed, followers);
}

async function judgeCandidate(
  task: AnalysisTask,
  lists: KeptLists,
  ask: Ask,
): Promise<HeldJudgement | { window: Window; evidence: RangeEvidence } | undefined> {
  const { used, candidate, settled = [] } = task;
  const one = used.find(({ id }) => id === candidate);
  if (!one) return undefined;
  const others = used.filter(({ id }) => id !== one.id);
  const earlier = used.slice(0, used.indexOf(one));
  const before = await knownAfter(earlier, followersBy(ask), freeList);
  const { followers, following, accountCreatedAt, requests } = lists;
  const { takenAt, followersShown } = one;
  const judgement = judgeImport({
    read: {
      account: one.account,
      accountCreatedAt,
      requests,
      lists: { followers, ...(following && { following }) },
    },
    takenAt,
    followersShown: followersShown ?? undefined,
    previousAccount: accountBefore(one, used),
    lastTakenAt: others.at(-1)?.takenAt,
    before,
    decidedWindow: task.settled && one.window,
  });
  const { cutWindow, evidence } = judgement;
  const held = judgement.holds.filter((hold) => !settled.includes(hold));
  if (held.length === 0) {
    if (before) freeList(before.list);
    return { window: judgement.window, evidence };
  }
  const isPartial = held.includes("partial-range");
  const mayBeCut = isPartial || held.includes("needs-count");
  const window = task.settled && !isPartial ? one.window : judgement.window;
  const readings: Readings = {
    beside: others.map(({ id }) => id),
    before: before?.list.size ?? null,
    range: mayBeCut ? readingOf(before, followers, cutWindow) : null,
    whole: readingOf(before, followers, isPartial ? allTime : window),
  };
  return { held, window, evidence, readings };
}

function readingOf(
  before: KnownFollowers | undefined,
  followers: NameList,
  window: Window,
): PossibleReading {
  if (!before) return { window, known: followers.size, changes: null };
  const { changes, known } = changesBetween(before, followers, window);
  return { window, known: known.size, changes: countsOf(changes) };
}

/** @param lists of the newest import */
async function compute(
  task: AnalysisTask,
  lists: KeptLists,
  ask: Ask,
  growthIn: GrowthIn,
): Promise<AnalysisResult> {
  const { used, reading, content, timeZone, now } = task;
  const { turnovers: known, same: keptSame } = keptChanges(task);
  const newest = used.at(-1);
  const earlier = followersBy(ask);
  const followersOf = async (id: string) =>
    id === newest?.id ? lists.followers : await earlier(id);
  const { same, isAsKept } = await samePeopleNow(task, keptSame, followersOf);
  const recomputeFrom = isAsKept ? Math.min(task.recomputeFrom, knownUpTo(used, known)) : 0;
  const fold = await foldImports(used, followersOf, { recomputeFrom, free: freeList, same });
  if (!fold || !newest) throw new Error("there is nothing to analyse");
  const earlierLists = await earlierFollowing(used.at(-2), ask);
  const followed = await turnoversWithFollowed(used, fold.turnovers, async (id) => {
    if (id === newest.id) return lists.following;
    if (id === used.at(-2)?.id) return earlierLists?.following;
    return (await loadLists(id, ask, ["following"])).following;
  });
  const turnovers = new Map(
    used.flatMap(({ id }) => {
      const turnover = followed.get(id) ?? known?.get(id);
      return turnover ? [[id, turnover] as const] : [];
    }),
  );
  const inOrder = [...turnovers.values()];
  const renamed = renamesIn(used, turnovers);
  const all = categoriesOf({
    followers: fold.known.list,
    takenAt: newest.takenAt,
    coversAll: coversAll(used),
    following: lists.following,
    pendingRequests: lists.pendingRequests,
    changes: fold.changes,
    commenters: commentersBy(reading, used, renamed, fold.known.list),
    hasWholeComments: reading?.hasCommenters === true,
    earlier: earlierLists,
    outdated: renamed.at(-1)?.outdated,
  });
  const { names: hiddenIn, carried } = await hiddenInEach(task, renamed);
  const [formerly = noNames, present = noNames] = [hiddenIn.at(-2), hiddenIn.at(-1)];
  const categories = withHidden(all, (key) => {
    if (key === "lostFriends") return namesOfEither(formerly, present, fold.known.list);
    // The lost stand in their list by the names of the export before.
    return ofTheLost.has(key) ? formerly : present;
  });
  const isHidden = (username: string) => hiddenIn.some((names) => names.has(username));
  const counts = countsOfExports(used, inOrder);
  const profile = await builtInProfile({
    exports: {
      imports: used,
      fold,
      newest: lists,
      counts,
      followersOf: async (id) => knownWith(await followersOf(id), same?.imports[id]),
      free: freeList,
    },
    reading,
    categories,
    content,
    timeZone,
    now,
  });
  const changes: Record<string, ChangeCounts | null> = Object.fromEntries(
    Array.from(fold.turnovers, ([id, one]) => [id, one.changes]),
  );
  const previous = used.at(-2)?.takenAt;
  const between =
    previous === undefined
      ? undefined
      : {
          // An export of part of the time before the newest need not have shown those who left.
          from: leftSince(previous, inOrder.at(-1)?.losses ?? []),
          to: newest.takenAt,
          previous,
          ...(!tellsAllWhoLeft(used.at(-2), newest) && { isPart: true as const }),
        };
  const index = await keepPeople(categories, between, ask);
  const exports = { imports: used, fold, newest: lists, counts, turnovers: inOrder };
  const alike = namesAlike(fold, earlierLists, lists.following, isHidden);
  const waiting = waitingIn(lists.pendingRequests, newest.takenAt);
  const growth = await keepGrowth(growthIn({ exports, reading }), index, ask, {
    turnovers,
    same,
    names: keptNamesOf(used, turnovers, task, hiddenIn, carried),
  });
  return {
    changes,
    profile: { ...profile },
    index: {
      ...index,
      ...(hasGapBetween(used, previous ?? newest.takenAt - newFor, newest.takenAt) && {
        missesNew: true as const,
      }),
      ...{ ...namesTold(task.same, same, isHidden), ...alike, ...waiting },
    },
    growth,
  };
}

const noNames: HiddenNames = new Map();

const ofTheLost: ReadonlySet<string> = new Set<PeopleCategory>([
  "lostFollowers",
  "unfollowedByYou",
]);

/** What the hidden are called in a list that has former names for those who are gone, and present ones for those who still follow. */
function namesOfEither(formerly: HiddenNames, present: HiddenNames, known: NameList): HiddenNames {
  const names = [...formerly.keys()];
  const isKnown = placesOfAll(known, names);
  const gone = names.filter((_, index) => (isKnown[index] ?? -1) < 0);
  return new Map([...present, ...gone.map((name) => [name, formerly.get(name) ?? []] as const)]);
}

async function earlierFollowing(one: AnalysedImport | undefined, ask: Ask) {
  if (!one || one.following === null) return undefined;
  const { following } = await loadLists(one.id, ask, ["following"]);
  return { takenAt: one.takenAt, following };
}

/** The turnovers that were found anew, with the renames among whom the subscriber follows. */
async function turnoversWithFollowed(
  used: readonly AnalysedImport[],
  turnovers: ReadonlyMap<string, Turnover>,
  followingOf: (id: string) => Promise<NameList | undefined>,
): Promise<Map<string, Turnover>> {
  const found = new Map<string, Turnover>();
  const having = used.filter(({ following }) => following !== null);
  let last: { id: string; list: NameList | undefined } | undefined;
  for (const one of used) {
    const turnover = turnovers.get(one.id);
    if (!turnover) continue;
    const before = having[having.indexOf(one) - 1];
    if (!before) {
      found.set(one.id, withFollowed(turnover, undefined));
      continue;
    }
    const list = last?.id === before.id ? last.list : await followingOf(before.id);
    const following = await followingOf(one.id);
    last = { id: one.id, list: following };
    const known = list && { list, takenAt: before.takenAt, knownTime: [allTime] };
    const own = known && following && changesBetween(known, following, allTime).changes;
    found.set(one.id, withFollowed(turnover, own));
  }
  return found;
}

/**
 * What the subscriber says of who is who, in these imports. It is found anew where it or the imports have changed: then what
 * it changes may be in any of them.
 */
async function samePeopleNow(
  { used, same: said }: AnalysisTask,
  kept: SamePeople | undefined,
  followersOf: FollowersOf,
): Promise<{ same: SamePeople | undefined; isAsKept: boolean }> {
  const isAsKept =
    said.length === 0
      ? kept === undefined
      : kept !== undefined &&
        isDeepStrictEqual(
          [kept.rule, kept.said, kept.from],
          [sameRule, said, used.map(({ id }) => id)],
        );
  if (isAsKept) return { same: kept, isAsKept };
  return { same: await samePeopleOf(said, used, followersOf, freeList), isAsKept };
}

/**
 * The pairs of names that the subscriber says are one person's.
 * @param isHidden whether somebody hidden had the name in any import: an old link must not name them either
 */
function namesTold(
  said: readonly SamePerson[],
  same: SamePeople | undefined,
  isHidden: (username: string) => boolean,
): Pick<PeopleIndex, "inEffect" | "hiddenSame"> {
  const isOfHidden = (one: SamePerson) => isHidden(one.old) || isHidden(one.new);
  const inEffect = (same?.inEffect ?? []).map((one) => ({
    ...one,
    ...(isOfHidden(one) && { isHidden: true as const }),
  }));
  const hiddenSame = said.filter(
    (one) => isOfHidden(one) && !inEffect.some((other) => isSame(one, other)),
  );
  return {
    ...(inEffect.length > 0 && { inEffect }),
    ...(hiddenSame.length > 0 && { hiddenSame }),
  };
}

/** The pairs of names that are suggested as one person's. */
function namesAlike(
  { changes }: Fold,
  earlier: Awaited<ReturnType<typeof earlierFollowing>>,
  following: NameList | undefined,
  isHidden: (username: string) => boolean,
): Pick<PeopleIndex, "alike"> {
  if (!changes) return {};
  const bySeconds =
    earlier?.following && following
      ? sameSeconds(earlier.following, earlier.takenAt, following, changes)
      : [];
  const alike = suggestedOnce([...bySeconds, ...alikeNames(changes.lost, changes.new)], isHidden);
  return alike.length > 0 ? { alike } : {};
}

const waitingIn = (
  requests: NameList | undefined,
  takenAt: number,
): Pick<PeopleIndex, "waiting"> =>
  requests && requests.size > 0 ? { waiting: waitingOf(requests, takenAt) } : {};

/** Index of the first import of which it is not known what it changed, by the rules of today. */
function knownUpTo(
  used: readonly AnalysedImport[],
  known: ReadonlyMap<string, Turnover> | undefined,
): number {
  const index = used.findIndex(({ id }) => {
    const turnover = known?.get(id);
    return turnover?.followed === undefined || turnover.isOlder;
  });
  return index < 0 ? used.length : index;
}
