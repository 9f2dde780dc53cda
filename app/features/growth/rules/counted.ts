import type { AccountReading, ReadPost } from "../../history/account-reading.ts";
import { secondsOf } from "../../history/window.ts";
import type { CountedByInstagram, WatchedReel } from "../growth.ts";

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
