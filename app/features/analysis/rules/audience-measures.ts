import { dayInSeconds } from "../../../platform/values/durations.ts";
import { type NameList, unknownSince } from "../../../platform/values/name-list.ts";
import type { CategoryResult, ComputedCategory } from "../../history/history.ts";
import type { Newcomers } from "../../history/newcomers.ts";
import type { PeopleCategory } from "../categories.ts";
import type { Measures } from "./recommendations.ts";

/** How many of those who follow, or are followed, longest are looked at. */
const longest = 50;

/** What the relations say. Times are epoch seconds. */
export function audienceMeasures({
  categories,
  followers,
  coversAll,
  following,
  takenAt,
  takenBefore,
  newcomers,
}: {
  categories: Record<PeopleCategory, CategoryResult>;
  followers: NameList;
  /** Whether all follows are known: who followed before the oldest that an export shows may follow longest. */
  coversAll: boolean;
  following: NameList | undefined;
  takenAt: number;
  /** When the export before was taken. */
  takenBefore: number | undefined;
  newcomers: Newcomers | undefined;
}): Measures {
  const list = (key: PeopleCategory) => {
    const category = categories[key];
    return "note" in category ? undefined : category;
  };
  const notBack = list("notFollowingBack");
  const fans = list("fans");
  const longFollowed = amongLongest(following, notBack);
  const loyal = coversAll ? amongLongest(followers, fans) : undefined;
  return {
    following: following?.size,
    notBack: notBack?.order.length,
    notBackPercent: percent(notBack?.order.length, following?.size),
    longFollowed: longFollowed?.all,
    longFollowedNotBack: longFollowed?.some,
    loyal: loyal?.all,
    loyalFans: loyal?.some,
    recentFans: fans && count(fans, (second) => second >= takenAt - 30 * dayInSeconds),
    ...changeMeasures(list, takenAt, takenBefore),
    newcomers: newcomers?.came,
    newcomersStayed: newcomers?.stayed,
    newcomersStayedPercent: percent(newcomers?.stayed, newcomers?.came),
    oldRequests: before(list("pendingRequests"), takenAt - 90 * dayInSeconds),
    strangers: list("secretFans")?.order.length,
    silent: list("inactiveFollowers")?.order.length,
    silentPercent: percent(list("inactiveFollowers")?.order.length, followers.size),
  };
}

/** What changed between the last two exports; of a single one nothing is known. */
function changeMeasures(
  list: (key: PeopleCategory) => ComputedCategory | undefined,
  takenAt: number,
  takenBefore: number | undefined,
): Measures {
  const lost = list("lostFollowers");
  const came = list("newFollowers")?.order.length;
  if (!lost || came === undefined || takenBefore === undefined) return {};
  // Who followed in the 30 days before this export and is gone, stayed less than 30 days.
  const lostSoon = count(lost, (second) => second >= takenAt - 30 * dayInSeconds);
  return {
    daysBetween: Math.round((takenAt - takenBefore) / dayInSeconds),
    new: came,
    lost: lost.order.length,
    netLost: lost.order.length - came,
    netWon: came - lost.order.length,
    lostSoon,
    lostSoonPercent: percent(lostSoon, lost.order.length),
    lostLong: before(lost, takenBefore - 365 * dayInSeconds),
    returned: list("returned")?.order.length,
    refollowed: list("refollowed")?.order.length,
  };
}

/** How many of those who are in `all` longest are in `some`, too. Undefined with too few whose time is known. */
function amongLongest(all: NameList | undefined, some: ComputedCategory | undefined) {
  const last = all && smallestKnown(all.since, longest);
  if (!all || !some || last === undefined) return undefined;
  const isLong = (second: number) => second !== unknownSince && second <= last;
  return {
    all: all.since.reduce((sum, second) => sum + (isLong(second) ? 1 : 0), 0),
    some: count(some, isLong),
  };
}

/** The n-th smallest of the known seconds; undefined where fewer are known. Makes no copy of the list. */
function smallestKnown(since: Uint32Array, n: number): number | undefined {
  const first: number[] = [];
  for (const second of since) {
    if (second === unknownSince || second >= (first[n - 1] ?? Number.POSITIVE_INFINITY)) continue;
    const at = first.findIndex((other) => other > second);
    first.splice(at < 0 ? first.length : at, 0, second);
    if (first.length > n) first.pop();
  }
  return first[n - 1];
}

const before = (people: ComputedCategory | undefined, moment: number) =>
  people && count(people, (second) => second < moment);

function count({ people, order }: ComputedCategory, counts: (second: number) => boolean): number {
  let total = 0;
  for (const index of order) {
    const second = people.since[index] ?? unknownSince;
    if (second !== unknownSince && counts(second)) total += 1;
  }
  return total;
}

const percent = (part: number | undefined, whole: number | undefined) =>
  part === undefined || !whole ? undefined : (part / whole) * 100;
