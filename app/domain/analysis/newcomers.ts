import type { NameList } from "../name-list.ts";
import type { ImportSummary } from "./analysis.ts";
import { changesBetween } from "./changes.ts";
import { filterPeople, type KnownFollowers } from "./known-list.ts";
import { secondsOf } from "./window.ts";

/** Those who came within a month, and how many of them were still there 30 days after it or later. */
export interface Newcomers {
  came: number;
  stayed: number;
}

const month = 30 * 86_400;

/**
 * Looks at the newcomers of the newest import that is at least 30 days older than the last one. A renamed newcomer stayed.
 * @param imports all in use, in the order of their time
 * @param known after the last of them
 * @returns undefined where no import is so old, or none that covers its last month
 */
export async function newcomersOf(
  imports: readonly Pick<ImportSummary, "id" | "takenAt" | "window">[],
  known: KnownFollowers,
  followersOf: (id: string) => Promise<NameList>,
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
  const list = filterPeople(followers, (index) => {
    const second = followers.since[index] ?? 0;
    return second >= to - month && second <= to;
  });
  const { changes } = changesBetween(
    { list, takenAt: earlier.takenAt, knownTime: [] },
    known.list,
    last.window,
  );
  return { came: list.size, stayed: list.size - changes.lost.size };
}
