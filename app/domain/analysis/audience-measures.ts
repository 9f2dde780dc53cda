import { type NameList, unknownSince } from "../name-list.ts";
import type { CategoryResult } from "./analysis.ts";
import type { PeopleCategory } from "./categories.ts";
import type { Newcomers } from "./newcomers.ts";
import type { Measures } from "./recommendations.ts";

const day = 86_400;
/** So many who follow, or are followed, longest are looked at. */
const longest = 50;

/** What the relations say. Times are epoch seconds. */
export function audienceMeasures({
  categories,
  followers,
  following,
  takenAt,
  takenBefore,
  newcomers,
}: {
  categories: Record<PeopleCategory, CategoryResult>;
  followers: NameList;
  following: NameList | undefined;
  takenAt: number;
  /** When the export before was taken. */
  takenBefore: number | undefined;
  newcomers: Newcomers | undefined;
}): Measures {
  const list = (key: PeopleCategory) => {
    const category = categories[key];
    return "note" in category ? undefined : category.people;
  };
  const notBack = list("notFollowingBack");
  const fans = list("fans");
  const since = (people: NameList | undefined, from: number) =>
    people && count(people, (second) => second >= from);
  return {
    following: following?.size,
    notBack: notBack?.size,
    notBackPercent: percent(notBack?.size, following?.size),
    ...amongLongest(following, notBack, "longFollowed", "longFollowedNotBack"),
    ...amongLongest(fans && followers, fans, "loyal", "loyalFans"),
    recentFans: since(fans, takenAt - 30 * day),
    ...changeMeasures(list, takenAt, takenBefore),
    newcomers: newcomers?.came,
    newcomersStayed: newcomers?.stayed,
    newcomersStayedPercent: percent(newcomers?.stayed, newcomers?.came),
    oldRequests: before(list("pendingRequests"), takenAt - 90 * day),
  };
}

/** What changed between the last two exports; of a single one nothing is known. */
function changeMeasures(
  list: (key: PeopleCategory) => NameList | undefined,
  takenAt: number,
  takenBefore: number | undefined,
): Measures {
  const lost = list("lostFollowers");
  const come = list("newFollowers")?.size;
  if (!lost || come === undefined || takenBefore === undefined) return {};
  // Who followed in the 30 days before this export and is gone, stayed less than 30 days.
  const lostSoon = count(lost, (second) => second >= takenAt - 30 * day);
  return {
    daysBetween: Math.round((takenAt - takenBefore) / day),
    new: come,
    lost: lost.size,
    netLost: lost.size - come,
    netWon: come - lost.size,
    lostSoon,
    lostSoonPercent: percent(lostSoon, lost.size),
    lostLong: before(lost, takenBefore - 365 * day),
    returned: list("returned")?.size,
    refollowed: list("refollowed")?.size,
  };
}

/** How many of those who are in `all` longest are in `some`, too. Undefined with too few whose time is known. */
function amongLongest<All extends string, Some extends string>(
  all: NameList | undefined,
  some: NameList | undefined,
  nameOfAll: All,
  nameOfSome: Some,
): Partial<Record<All | Some, number>> {
  if (!all || !some) return {};
  const known = all.since.filter((second) => second !== unknownSince).sort();
  const last = known[longest - 1];
  if (last === undefined) return {};
  return {
    [nameOfAll]: count(all, (second) => second <= last),
    [nameOfSome]: count(some, (second) => second <= last),
  } as Partial<Record<All | Some, number>>;
}

const before = (people: NameList | undefined, moment: number) =>
  people && count(people, (second) => second < moment);

function count({ since }: NameList, counts: (second: number) => boolean): number {
  let total = 0;
  for (const second of since) if (second !== unknownSince && counts(second)) total += 1;
  return total;
}

const percent = (part: number | undefined, whole: number | undefined) =>
  part === undefined || !whole ? undefined : (part / whole) * 100;
