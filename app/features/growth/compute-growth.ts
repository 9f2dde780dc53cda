import type { AccountSources, UsedImport } from "../analysis/account-sources.ts";
import { comparedSources } from "../analysis/built-in-profile.ts";
import { rateOf } from "../analysis/engagement.ts";
import type { AnalyzedPost } from "../analysis/posts.ts";
import type { AccountReading, ReadPost } from "../history/account-reading.ts";
import { tellsAllWhoLeft } from "../history/fold.ts";
import type { Window } from "../history/history.ts";
import type { Turnover } from "../history/turnover.ts";
import { coversAll, knownTimeOf, preparationSeconds, secondsOf } from "../history/window.ts";
import type {
  CountedByInstagram,
  Growth,
  GrowthImport,
  GrowthOfExports,
  GrowthPost,
  WatchedReel,
} from "./growth.ts";
import { followTimes } from "./rules/follow-times.ts";
import { type KnownFollows, knownFollows } from "./rules/known-follows.ts";
import { ledgerOf } from "./rules/ledger.ts";

/** What a connection has given of what Instagram counts itself. */
export const countedByInstagram = ({
  readAt,
  followers,
  counts,
  posts,
}: AccountReading): CountedByInstagram => ({
  days: counts?.days ?? [],
  isRefused: counts?.isRefused ?? false,
  audience: counts?.audience ?? null,
  readAt,
  followers,
  reels: watchedReels(posts),
});

function watchedReels(posts: readonly ReadPost[]): WatchedReel[] {
  const reels = posts.flatMap(({ kind, postedAt, permalink, figures }): WatchedReel[] => {
    const { ig_reels_avg_watch_time: watched = null, reels_skip_rate: skipped = null } = figures;
    if (kind !== "reel" || (watched === null && skipped === null)) return [];
    return [{ postedAt: secondsOf(postedAt), permalink, watched, skipped }];
  });
  // Whether it is a fraction or percent, no source settles (docs/instagram.md#counted-by-instagram).
  const isFraction = reels.every(({ skipped }) => skipped === null || skipped <= 1);
  return isFraction
    ? reels.map((reel) => ({ ...reel, skipped: reel.skipped === null ? null : reel.skipped * 100 }))
    : reels;
}

/** All that the pages of growth show, from the exports in use and the connection, or from one of them. */
export function growthFrom({ exports, reading }: AccountSources): Growth {
  const { isOther, readPosts, posts, counts } = comparedSources(exports, reading);
  const known = counts.filter(({ followers }) => followers > 0);
  const follows = exports && followsOf(exports);
  const ownReading = isOther ? undefined : reading;
  return {
    isOtherAccount: isOther,
    exports: exports && follows ? courseOf(exports, follows) : null,
    instagramCounts: ownReading?.followerCounts ?? [],
    reach: (reading?.reach ?? []).map(({ endsAt, reach }) => ({ endsAt, reach })),
    posts: posts.map((post) => asGrowthPost(post, rateOf(post, known))),
    ledger: isOther
      ? { outcome: "other-account" }
      : exports && follows
        ? ledgerOf({
            // Those who followed again count at that time, too.
            follows: { stayed: follows.stayed, left: joined(follows.left, follows.again) },
            imports: exports.imports,
            posts,
            otherTimes: readPosts ? [] : exports.newest.postTimes,
          })
        : { outcome: "needs-export" },
    ...(reading && { counted: countedByInstagram(reading) }),
  };
}

const followsOf = ({ fold: { known }, turnovers }: NonNullable<AccountSources["exports"]>) =>
  knownFollows(known.list.since, turnovers, known.takenAt);

function courseOf(
  { imports, turnovers }: NonNullable<AccountSources["exports"]>,
  { stayed, left }: KnownFollows,
): GrowthOfExports {
  return {
    imports: importsOf(imports, turnovers),
    stayed: followTimes(stayed),
    left: followTimes(left),
    gaps: gapsOf(imports),
    firstLook: turnovers.find(({ firstLook }) => firstLook)?.firstLook ?? null,
  };
}

function importsOf(imports: readonly UsedImport[], turnovers: readonly Turnover[]): GrowthImport[] {
  return imports.flatMap((one, index): GrowthImport[] => {
    const turnover = turnovers[index];
    if (!turnover) return [];
    const { id, takenAt, window, followersShown } = one;
    return [
      {
        id,
        takenAt,
        followers: turnover.known,
        ...(followersShown !== null && { shown: followersShown }),
        ...(!tellsAllWhoLeft(imports[index - 1], one) && { isPart: true }),
        ...(!coversAll(imports.slice(0, index + 1)) && { hasGap: true }),
        changes: turnover.changes,
        losses: turnover.losses,
        // A follow of the days before an export may be missing in it.
        covers: {
          from: window.from,
          to: Math.min(window.to, secondsOf(takenAt) - preparationSeconds),
        },
      },
    ];
  });
}

/**
 * The times up to the newest export that none of them shows: behind the last one, too, where its range ended before it was
 * taken. The days that preparing an export takes are no gaps: who is missing from it then is in the next.
 */
function gapsOf(imports: readonly UsedImport[]): Window[] {
  const newest = Math.max(...imports.map(({ takenAt }) => secondsOf(takenAt)));
  const known = knownTimeOf(
    imports.map(({ window, takenAt }) => ({
      window,
      takenAt: takenAt + preparationSeconds * 1_000,
    })),
  );
  const isShownToTheEnd = (known.at(-1)?.to ?? 0) >= newest - preparationSeconds;
  const end = { from: newest + 1, to: newest + 1 };
  const shown = isShownToTheEnd ? known : [...known, end];
  return shown.flatMap(({ from }, index) => {
    const before = index === 0 ? 0 : (shown[index - 1]?.to ?? 0) + 1;
    return from > before ? [{ from: before, to: from - 1 }] : [];
  });
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

function joined(one: Uint32Array, other: Uint32Array): Uint32Array {
  const all = new Uint32Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}
