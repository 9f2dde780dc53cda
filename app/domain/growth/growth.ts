import type { Window } from "../analysis/analysis.ts";
import type { KnownCount } from "../analysis/engagement.ts";

// What is computed with each analysis for the pages, the report and the letter of growth. It is kept compressed beside
// the lists of people; pages choose a range from it. Weeks, days and months are UTC.

/** What the imports in use say of growth over time. */
export interface GrowthOfExports {
  /** All in use, oldest first. */
  imports: readonly GrowthImport[];
  /** The UTC day of the first known follow, in days since 1970; of the newest export where none is known. */
  firstDay: number;
  /** Known follows of each day from `firstDay` to the newest export's: of those who are there now. */
  stayed: readonly number[];
  /** Known follows of each day from `firstDay` on: of those who have left since. They are known from earlier exports only. */
  left: readonly number[];
  /**
   * Times of which no export shows who followed, in epoch seconds, by rising time: exports of part of the time leave them.
   * What is counted in them is not all, and neither is a sum that reaches across one.
   */
  gaps: readonly Window[];
  /** Followers whose follow has no known time, or one that cannot be. */
  undated: number;
  /** By rising month; only months of which any follow is known. */
  cohorts: readonly Cohort[];
}

export interface GrowthImport {
  /** Epoch milliseconds. */
  takenAt: number;
  /** How many followers its list has; null where that is of part of the time. */
  followers: number | null;
  /** As Instagram showed it then, if the subscriber said so. It counts 1 to 5 % more than a list (instagram.md 1). */
  shown?: number;
  /** There where its list is of part of the time. */
  isPart?: true;
  /**
   * How many left since the last whole list before it (`wholeBefore`); null where there is none, and for a part: of whom it
   * does not show, nothing is known. They have no date: it was between the two.
   */
  left: number | null;
}

/**
 * Those who came in a month and were seen in an export, and how many of them are still there. A month that no export
 * shows whole has none.
 */
export interface Cohort {
  /** `2026-03`. */
  month: string;
  came: number;
  stayed: number;
  /** When the first export that shows the whole month was taken, in epoch milliseconds: who left before it is not known. */
  seenAt: number;
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
  /** Likes and comments as a percentage of the followers nearest to its time (instagram.md 4). */
  rate: number | null;
}

/** What a post coincided with: follows within 48 hours after it, against what was usual (instagram.md 4). */
export interface LedgerPost {
  /** Null where only the time of a post is known. */
  kind: "post" | "reel" | null;
  /** Epoch seconds. */
  postedAt: number;
  /** Known follows within 48 hours after it. */
  came: number;
  /** How many came on the same weekdays and hours of the four weeks before and behind, on average. */
  usual: number;
  /** How likely so many are by chance: of 5,000 draws, (b + 1) / (B + 1). */
  chance: number;
  /** After Benjamini-Hochberg at 10 %. */
  standsOut: boolean;
}

export type Ledger =
  | {
      outcome: "tested";
      /** Newest first, at most 200: all whose follows Instagram does not count itself. */
      posts: readonly LedgerPost[];
      /** With how many times of 48 hours that no post touches they are compared: of few, hardly anything can stand out. */
      freeTimes: number;
    }
  /** What is there; 12 weeks, 20 posts and 50 follows are needed. */
  | { outcome: "too-few"; weeks: number; posts: number; follows: number }
  | { outcome: "needs-export" }
  /** The connection is to another account than the exports are of: nothing is computed from both. */
  | { outcome: "other-account" }
  /** Instagram itself counts the follows of each post: nothing needs to be tested. */
  | { outcome: "counted" };

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
}
