import type { Window } from "../analysis/analysis.ts";
import type { AnalyzedPost } from "../analysis/posts.ts";
import type { Ledger } from "./growth.ts";
import type { KnownFollows } from "./known-follows.ts";

export function ledgerOf(_: {
  follows: KnownFollows;
  imports: readonly { takenAt: number; window: Window }[];
  posts: readonly AnalyzedPost[];
  /** Epoch seconds of posts of which only the time is known. */
  otherTimes: readonly number[];
}): Ledger {
  return { outcome: "too-few", weeks: 0, posts: 0, follows: 0 };
}
