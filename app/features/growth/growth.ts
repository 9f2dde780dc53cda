import { formatDate } from "../../platform/values/dates.ts";
import { say } from "../../platform/values/say.ts";
import type { KnownCount } from "../analysis/engagement.ts";
import type { ChangeCounts, Window } from "../history/history.ts";
import type { InstagramCounts } from "../history/instagram-counts.ts";
import type { FirstLook, Loss } from "../history/turnover.ts";
import type { FollowTimes } from "./rules/follow-times.ts";

// What is computed with each analysis for the pages, the report and the letter of growth. It is kept compressed beside
// the lists of people; pages choose a range from it, and cut weeks and months in the subscriber's time zone.

/** What the imports in use say of growth over time. Everything is computed from the known list (docs/product.md#the-known-list). */
export interface GrowthOfExports {
  /** All in use, oldest first. */
  imports: readonly GrowthImport[];
  /** Known follows: of those who are there now. */
  stayed: FollowTimes;
  /** Known follows: of those who have left since. They are known from earlier exports only. */
  left: FollowTimes;
  /**
   * Times of which no export shows who followed, in epoch seconds, oldest first: exports of part of the time leave such
   * gaps. A count within one is not complete, nor is a sum that reaches across one.
   */
  gaps: readonly Window[];
  /** What the time before the exports is drawn from; null while no export shows all followers. */
  firstLook: FirstLook | null;
}

export interface GrowthImport {
  /** Not in what an older version has computed. */
  id?: string;
  /** Epoch milliseconds. */
  takenAt: number;
  /** How many the known list has after it; null in what an older version has computed of one of part of the time. */
  followers: number | null;
  /** As Instagram showed it then, if the subscriber said so. It counts 1 to 5 % more than a list (docs/instagram.md#what-can-be-known). */
  shown?: number;
  /** Set where its list is of part of the time, so that it tells only of those who followed within it who left. */
  isPart?: true;
  /** Set where the known list after it lacks those who followed at a time that no export shows. */
  hasGap?: true;
  /** What changed with it; null for the first. */
  changes: ChangeCounts | null;
  /** Who was lost with it: they have no date, it was between the import that showed them last and this one. */
  losses: readonly Loss[];
  /** The follows that it shows without exception, in epoch seconds; null where an older version did not keep it. */
  covers: Window | null;
}

export interface GrowthPost {
  kind: "post" | "reel";
  /** Epoch seconds. */
  postedAt: number;
  /** Instagram's address of the post; an export has none. */
  permalink: string | null;
  likes: number | null;
  comments: number | null;
  saves: number | null;
  shares: number | null;
  reach: number | null;
  /** Instagram's own count of follows from this post. */
  follows: number | null;
  /** Likes and comments as a percentage of the followers nearest to its time (docs/analysis.md#engagement). */
  rate: number | null;
}

/** Follows within 48 hours after a post, against what was usual (docs/analysis.md#what-brought-followers). */
export interface ComparedPost {
  /** Null where only the time of a post is known. */
  kind: "post" | "reel" | null;
  /** Epoch seconds. */
  postedAt: number;
  /** Known follows within 48 hours after it. */
  came: number;
  /** How many came on the same weekdays and hours of the four weeks before and after, on average. */
  usual: number;
}

export interface LedgerPost extends ComparedPost {
  /** How likely so many are by chance: of 5,000 draws, (b + 1) / (B + 1). */
  chance: number;
  /** Named by the test: after Benjamini-Hochberg at 10 %. */
  standsOut: boolean;
}

export type Ledger =
  | {
      outcome: "tested";
      /** Newest first, at most 200: all whose follows Instagram does not count itself. */
      posts: readonly LedgerPost[];
      /** How many stretches of 48 hours without a post they are compared with. With few, hardly any can stand out. */
      freeTimes: number;
    }
  /** What is there; 12 weeks, 20 posts and 50 follows are needed. */
  | {
      outcome: "too-few";
      weeks: number;
      posts: number;
      follows: number;
      /** Largest first; not in growths of before these were told. */
      bursts?: readonly ComparedPost[];
    }
  | { outcome: "needs-export" }
  /** The connection is to another account than the exports are of: nothing is computed from both. */
  | { outcome: "other-account" }
  /** Instagram itself counts the follows of each post: nothing needs to be tested. */
  | { outcome: "counted" };

/** How a reel is watched, by Instagram's own figures. */
export interface WatchedReel {
  /** Epoch seconds. */
  postedAt: number;
  permalink: string | null;
  /** Milliseconds, on average. */
  watched: number | null;
  /** Percent of those who saw its beginning. */
  skipped: number | null;
}

/** What Instagram counts itself of the connected account (docs/product.md#counted-by-instagram). */
export interface CountedByInstagram extends InstagramCounts {
  /** Epoch milliseconds of the reading. */
  readAt: number;
  /** As at the reading; null where Instagram did not say. */
  followers: number | null;
  /** Newest first. Only reels of which one of the two figures is known. */
  reels: readonly WatchedReel[];
}

export interface Growth {
  /** The connection is to another account than the exports are of: posts and reach are the connection's. */
  isOtherAccount: boolean;
  /** Null without an export in use. */
  exports: GrowthOfExports | null;
  /** Instagram's own count of each day on which it was read, oldest first; none of another account than the exports'. */
  instagramCounts: readonly KnownCount[];
  /** Accounts reached on each day, oldest first; `endsAt` in epoch milliseconds. Days must not be added up. */
  reach: readonly { endsAt: number; reach: number }[];
  /** The posts of the analysis, newest first, at most 200. */
  posts: readonly GrowthPost[];
  ledger: Ledger;
  /** Absent without a connection, and in growths of before it was kept. */
  counted?: CountedByInstagram;
}

/** `Reel of Nov 21, 2026`. Of some posts only the time is known. */
export const postName = ({ kind, postedAt }: Pick<LedgerPost, "kind" | "postedAt">): string =>
  kind === "reel"
    ? say`Reel of ${formatDate(postedAt * 1_000)}`
    : kind === "post"
      ? say`Post of ${formatDate(postedAt * 1_000)}`
      : say`Post or reel of ${formatDate(postedAt * 1_000)}`;

/** A post as pages name it. */
export const namedPost = (post: Pick<GrowthPost, "kind" | "postedAt" | "permalink">) => ({
  name: postName(post),
  permalink: instagramLink(post),
});

/** The post's address, if it leads to Instagram: an address comes from outside. */
export const instagramLink = ({ permalink }: Pick<GrowthPost, "permalink">): string | null =>
  permalink?.startsWith("https://www.instagram.com/") ? permalink : null;
