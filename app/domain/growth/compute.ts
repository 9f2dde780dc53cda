import type { Window } from "../analysis/analysis.ts";
import { comparedSources, type UsedExports } from "../analysis/built-in-profile.ts";
import type { Departures } from "../analysis/departures.ts";
import { rateOf } from "../analysis/engagement.ts";
import type { AnalyzedPost } from "../analysis/posts.ts";
import { isWholeList, knownTimeOf, preparationSeconds, secondsOf } from "../analysis/window.ts";
import type { AccountReading } from "../instagram/account-reading.ts";
import { cohortsOf } from "./cohorts.ts";
import type { Growth, GrowthImport, GrowthOfExports, GrowthPost } from "./growth.ts";
import { followsByDay, type KnownFollows, knownFollows } from "./known-follows.ts";
import { ledgerOf } from "./ledger.ts";

/** An import in use as growth needs it. */
export type CourseImport = UsedExports["imports"][number] & {
  followers: number;
  followersShown: number | null;
};

export interface GrowthSources {
  exports:
    | (Pick<UsedExports, "fold" | "newest" | "counts"> & {
        imports: readonly CourseImport[];
        /** Of each of the imports. */
        departures: readonly Departures[];
      })
    | undefined;
  reading: AccountReading | undefined;
}

/** All that the pages of growth show, from the exports in use and the connection, or from one of them. */
export function growthFrom({ exports, reading }: GrowthSources): Growth {
  const { isOther, readPosts, posts, counts } = comparedSources(exports, reading);
  const known = counts.filter(({ followers }) => followers > 0);
  const follows = exports && followsOf(exports);
  const ownReading = isOther ? undefined : reading;
  return {
    isOtherAccount: isOther,
    exports: exports && follows ? courseOf(exports, follows) : null,
    instagramCounts: ownReading ? countsByDay(ownReading) : [],
    reach: (reading?.reach ?? []).map(({ endsAt, reach }) => ({ endsAt, reach })),
    posts: posts.map((post) => asGrowthPost(post, rateOf(post, known))),
    ledger: isOther
      ? { outcome: "other-account" }
      : exports && follows
        ? ledgerOf({
            follows,
            imports: exports.imports,
            posts,
            otherTimes: readPosts ? [] : exports.newest.postTimes,
          })
        : { outcome: "needs-export" },
  };
}

const followsOf = ({ fold: { known }, departures }: NonNullable<GrowthSources["exports"]>) =>
  knownFollows(known.list.since, departures, known.takenAt);

function courseOf(
  { imports, departures, fold }: NonNullable<GrowthSources["exports"]>,
  follows: KnownFollows,
): GrowthOfExports {
  const byDay = followsByDay(follows, fold.known.takenAt);
  return {
    imports: importsOf(imports, departures),
    ...byDay,
    gaps: gapsOf(imports),
    undated: follows.undated,
    cohorts: cohortsOf(byDay, imports),
  };
}

/** Of an export of part of the time, those who left from outside of it show in the next whole one only. */
function importsOf(
  imports: readonly CourseImport[],
  departures: readonly Departures[],
): GrowthImport[] {
  let lost: number | null = null;
  return imports.map((one, index): GrowthImport => {
    if (lost !== null) lost += departures[index]?.lost ?? 0;
    const { takenAt, followers, followersShown } = one;
    const shown = followersShown === null ? {} : { shown: followersShown };
    if (!isWholeList(one)) return { takenAt, followers: null, ...shown, isPart: true, left: null };
    const left = lost;
    lost = 0;
    return { takenAt, followers, ...shown, left };
  });
}

/** The days that an export takes are none: who is missing in it then is in the next. */
function gapsOf(imports: readonly CourseImport[]): Window[] {
  const known = knownTimeOf(
    imports.map(({ window, takenAt }) => ({
      window,
      takenAt: takenAt + preparationSeconds * 1_000,
    })),
  );
  return known.flatMap(({ from }, index) => {
    const before = index === 0 ? 0 : (known[index - 1]?.to ?? 0) + 1;
    return from > before ? [{ from: before, to: from - 1 }] : [];
  });
}

/** How many followers there were when it was taken: as Instagram showed it, else by a list of all time. */
export const followersAt = ({
  takenAt,
  window,
  followers,
  followersShown,
}: Pick<CourseImport, "takenAt" | "window" | "followers" | "followersShown">): number | undefined =>
  followersShown ?? (isWholeList({ window, takenAt }) ? followers : undefined);

/** The last count of each UTC day. */
function countsByDay({ readAt, followers, followerCounts }: AccountReading) {
  const now = followers === null ? [] : [{ at: secondsOf(readAt), followers }];
  const all = [...followerCounts, ...now].sort((a, b) => a.at - b.at);
  return [...Map.groupBy(all, ({ at }) => Math.floor(at / 86_400)).values()].flatMap(
    (ofDay) => ofDay.at(-1) ?? [],
  );
}

const asGrowthPost = (
  { kind, postedAt, permalink, likes, comments, saves, shares, reach, follows }: AnalyzedPost,
  rate: number | undefined,
): GrowthPost => ({
  kind: kind === "reel" ? "reel" : "post",
  postedAt,
  permalink,
  likes,
  comments,
  saves,
  shares,
  reach,
  follows,
  rate: rate ?? null,
});
