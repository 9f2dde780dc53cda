import { dayInSeconds } from "../../platform/values/durations.ts";
import { IndexList } from "../../platform/values/index-list.ts";
import {
  mergeLists,
  type NameList,
  pickPeople,
  unknownSince,
} from "../../platform/values/name-list.ts";
import { changesBetween } from "./changes.ts";
import type { ImportSummary } from "./history.ts";
import { filterPeople, type KnownFollowers } from "./known-list.ts";
import { secondsOf } from "./window.ts";

/** Those who came within a month, and how many of them were still there 30 days after it or later. */
export interface Newcomers {
  came: number;
  stayed: number;
}

const month = 30 * dayInSeconds;

/**
 * Looks at the newcomers of the newest import that is at least 30 days older than the last one. A renamed newcomer stayed.
 * @param imports all in use, in the order of their time
 * @param known after the last of them
 * @param free is called with a list that `followersOf` has loaded, once it is not needed any more
 * @returns undefined where no import is so old, or none that covers its last month
 */
export async function newcomersOf(
  imports: readonly Pick<ImportSummary, "id" | "takenAt" | "window">[],
  known: KnownFollowers,
  followersOf: (id: string) => Promise<NameList>,
  free: (list: NameList) => void,
): Promise<Newcomers | undefined> {
  const last = imports.at(-1);
  const earlier = imports.findLast(
    ({ takenAt }) => secondsOf(takenAt) <= secondsOf(known.takenAt) - month,
  );
  if (!last || !earlier) return undefined;
  const to = secondsOf(earlier.takenAt);
  const isCovered = [earlier, last].every(
    ({ window }) => window.from <= to - month && window.to >= to,
  );
  if (!isCovered) return undefined;
  const followers = await followersOf(earlier.id);
  const isOfMonth = (second = unknownSince) => second >= to - month && second <= to;
  const list = filterPeople(followers, (index) => isOfMonth(followers.since[index]));
  free(followers);
  const { changes, unclearEnded } = changesBetween(
    { list, takenAt: earlier.takenAt, knownTime: [] },
    thoseWhoMayBe(list, known.list, isOfMonth),
    last.window,
  );
  return { came: list.size, stayed: list.size - changes.lost.size - unclearEnded.length };
}

/** Of `all` those who have a name of `list`, or may have taken a new one: a rename keeps the second. */
function thoseWhoMayBe(
  list: NameList,
  all: NameList,
  isSecondOfList: (second: number | undefined) => boolean,
): NameList {
  const found = new IndexList();
  mergeLists(list, all, (known, index) => {
    if (index >= 0 && (known >= 0 || isSecondOfList(all.since[index]))) found.add(index);
  });
  return pickPeople(all, found.finish());
}
