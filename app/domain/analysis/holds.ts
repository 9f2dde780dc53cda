import type { ReadExport } from "../export/export.ts";
import { emptyNameList } from "../name-list.ts";
import { type Hold, holds } from "./analysis.ts";
import { changesBetween } from "./changes.ts";
import type { KnownFollowers } from "./known-list.ts";
import { hasSignsOfRange } from "./partial-signs.ts";
import { isWholeList, requestedWindow, windowOf } from "./window.ts";

/** What an import is judged by. */
export interface Judged {
  read: Pick<ReadExport, "account" | "accountCreatedAt" | "requestedRange" | "lists">;
  /** Epoch milliseconds. */
  takenAt: number;
  /** The count that Instagram shows, if the subscriber gave it. */
  followersShown: number | undefined;
  /** The account of the newest import in use that names one. */
  previousAccount: string | null;
  /** `takenAt` of the newest import in use. */
  lastTakenAt: number | undefined;
  /** What the imports in use that were taken before this one say. */
  before: KnownFollowers | undefined;
}

/** The judgement on an import. */
export interface Judgement {
  /** What the subscriber is asked about, in the order of contract 10; none where the import is used at once. */
  holds: Hold[];
  /** `partial-range` by the signs of the list, not by the range file: `windowOf` asks for it. */
  partialBySigns: boolean;
}

const largestMismatch = 0.1;
const massLoss = { share: 0.3, people: 50 };

/** Contract 10, the problems that hold an import. */
export function judge(judged: Judged): Judgement {
  const { read, takenAt, followersShown, previousAccount, lastTakenAt, before } = judged;
  const followers = read.lists.followers ?? emptyNameList;
  // A range file that says 'all time' is believed.
  const partialBySigns =
    read.requestedRange === null &&
    hasSignsOfRange({
      followers,
      following: read.lists.following,
      accountCreatedAt: read.accountCreatedAt,
      takenAt,
      followersShown,
      before,
    });
  const found: Record<Hold, boolean> = {
    "other-account":
      read.account !== null && previousAccount !== null && read.account !== previousAccount,
    "partial-range": partialBySigns || asksForLess(judged),
    "count-mismatch":
      followersShown !== undefined &&
      Math.abs(followers.size - followersShown) > followersShown * largestMismatch,
    "mass-loss": before !== undefined && losesMany(judged, before),
    "older-than-last": lastTakenAt !== undefined && takenAt < lastTakenAt,
  };
  return { holds: holds.filter((hold) => found[hold]), partialBySigns };
}

/** By the export's own word: its range has a beginning, or ends before the export was prepared. */
function asksForLess({ read, takenAt }: Judged): boolean {
  const window = requestedWindow({ requestedRange: read.requestedRange, takenAt });
  return window !== undefined && !isWholeList({ window, takenAt });
}

/**
 * Counted among those whom the range that the export names covers. One that is cut by its signs only is counted as whole: the
 * subscriber sees both readings.
 */
function losesMany({ read, takenAt }: Judged, before: KnownFollowers): boolean {
  const followers = read.lists.followers ?? emptyNameList;
  const window = windowOf({
    requestedRange: read.requestedRange,
    takenAt,
    followers,
    partialBySigns: false,
  });
  const { changes, known } = changesBetween(before, followers, window);
  const lost = changes.lost.size;
  const beyondRange = known.size - followers.size;
  return lost > massLoss.people && lost > (before.list.size - beyondRange) * massLoss.share;
}
