import { dayInSeconds } from "../../platform/values/durations.ts";
import { type NameList, unknownSince } from "../../platform/values/name-list.ts";
import { changesBetween } from "./changes.ts";
import type { KnownFollowers } from "./known-list.ts";
import { followsOf, preparationSeconds, secondsOf } from "./window.ts";

// The thresholds and their reasons are in DECISIONS.md, 'When does an export count as cut at a date?'.
const muchYounger = 90 * dayInSeconds;
const aMonth = 30 * dayInSeconds;
/** What must not happen by chance in one account of a million. */
const impossible = 1e-6;
/** Of fewer follows nothing can be said about what is usual. */
export const fewestFollows = 14;
/** So many of the oldest follows tell how often somebody followed at that time. */
const firstFollows = 10;
const fewestMissing = 10;
/** Instagram counts deactivated accounts, and lists them nowhere: 1 to 5 % (docs/instagram.md#what-can-be-known). */
export const mostHidden = 0.05;
/** The part of the count above which docs/product.md#problems calls a difference a mismatch. */
export const largestMismatch = 0.1;
/** Whether the list is too far off the count that Instagram shows. */
export const isMismatch = (listed: number, shown: number): boolean =>
  Math.abs(listed - shown) > shown * largestMismatch;

/** Whether it is as far off its own number of entries, as some were skipped because no table knows the label of their name. */
export const lacksByLabel = (listed: number, skippedByLabel = 0): boolean =>
  isMismatch(listed, listed + skippedByLabel);

const fewestGone = 5;
const aHundred = 100;
/** Before anything is known of an account, one in ten of its followers is taken to be lost between two exports. */
const lossPrior = { lost: 1, of: 10 };
/** The ranges that Instagram offers (last week, month, 3 months, 6 months, year, 3 years): days, at least and at most. */
const offeredRanges = [
  [7, 7],
  [28, 31],
  [89, 92],
  [181, 184],
  [365, 366],
  [1_095, 1_096],
] as const;
/** The dates in a ZIP have no time zone. */
const clockSlack = dayInSeconds;

/** What the signs of a list that was cut at a date are looked for in. */
export interface SignsSeen {
  followers: NameList;
  following: NameList | undefined;
  /** Epoch seconds. */
  accountCreatedAt: number | null;
  /** Epoch milliseconds. */
  takenAt: number;
  /** The count that Instagram shows, if the subscriber gave it. */
  followersShown: number | undefined;
  /** What was known before this export. */
  before: KnownFollowers | undefined;
}

type Follows = ReturnType<typeof followsOf>;

/** Whether the first follower came so soon after the account was made that no range can have cut many off. */
export const beginsWithAccount = (accountCreatedAt: number | null, follows: Follows): boolean =>
  accountCreatedAt !== null &&
  follows !== undefined &&
  follows.oldest - accountCreatedAt <= muchYounger;

/** Whether the oldest follower is much younger than the account or the oldest whom it follows (docs/product.md#problems, `needs-count`). */
export const beginsLate = (seen: BeginningSeen): boolean => lateAfter(seen) !== undefined;

type BeginningSeen = Pick<SignsSeen, "followers" | "following" | "accountCreatedAt">;

/** What the oldest follower is much younger than, and when that was: epoch seconds. */
export function lateAfter({
  followers,
  following,
  accountCreatedAt,
}: BeginningSeen): { what: "account" | "following"; at: number } | undefined {
  const oldest = followsOf(followers)?.oldest;
  const begins = [
    { what: "account" as const, at: accountCreatedAt },
    { what: "following" as const, at: following && followsOf(following)?.oldest },
  ];
  for (const { what, at } of begins)
    if (at && oldest !== undefined && oldest - at > muchYounger) return { what, at };
  return undefined;
}

/** Far fewer than Instagram shows; all older ones gone at once; an oldest follower much younger than the account's course. */
export type RangeSign = "count-below" | "older-gone" | "begins-late";

/**
 * The sign by which the list of followers looks as if it was asked for with a range, though nothing in the export says so
 * that can be believed: those of docs/instagram.md#ranges, and those that follow from the list before.
 * @param seen.isWhole whether the list is known to begin with the account
 * @returns undefined where there is none
 */
export function signOfRange(seen: SignsSeen & { isWhole: boolean }): RangeSign | undefined {
  const { followers, followersShown, before, isWhole } = seen;
  if (followersShown !== undefined) {
    const missing = followersShown - followers.size;
    // The list is as long as Instagram says: nothing was cut off.
    if (fitsCount(followers.size, followersShown)) return undefined;
    const isFarBelow = missing > followersShown / 2;
    const isOff = missing > followersShown * largestMismatch;
    const beginsOdd = () => offeredBegin(seen) !== undefined || (!before && beginsLate(seen));
    if (missing >= fewestMissing && (isFarBelow || (isOff && beginsOdd()))) return "count-below";
  }
  if (before && isAllOlderGone(seen, before)) return "older-gone";
  // Where the past is known, only the list before can say that a part of it is missing now.
  const isPastKnown = before?.knownTime[0]?.from === 0;
  if (isPastKnown || isWhole) return undefined;
  return beginsTooLate(seen) || (followersShown === undefined && isSameCut(seen))
    ? "begins-late"
    : undefined;
}

/**
 * Whether the list reaches no further back than what is known of a range, and begins late: the same cut again. Of a first
 * export the number would be asked for.
 */
function isSameCut(seen: SignsSeen): boolean {
  const { followers, before, takenAt } = seen;
  const knownFrom = before?.knownTime[0]?.from;
  if (knownFrom === undefined) return false;
  const oldest = followsOf(followers)?.oldest ?? secondsOf(takenAt);
  return oldest >= knownFrom - preparationSeconds && beginsLate(seen);
}

/** Whether no more are missing than Instagram counts and does not list. */
export const fitsCount = (listed: number, shown: number): boolean =>
  shown - listed <= shown * mostHidden;

/** Whether that number proves a list to be whole. One that is far longer says that the number is wrong. */
export const isBorneOut = (listed: number, shown: number): boolean =>
  fitsCount(listed, shown) && listed - shown <= shown * largestMismatch;

/** Everybody who followed before the oldest follower of this list is gone, and by their number that is no chance. */
function isAllOlderGone(seen: SignsSeen, before: KnownFollowers): boolean {
  const { followers, takenAt } = seen;
  const begin = followsOf(followers)?.oldest ?? secondsOf(takenAt);
  const { changes, known, unclearEnded } = changesBetween(before, followers, {
    from: begin,
    to: Number.POSITIVE_INFINITY,
  });
  const gone = known.size - followers.size;
  if (gone < fewestGone) return false;
  const younger = countSince(before.list, (second) => second === unknownSince || second >= begin);
  const lost = changes.lost.size + unclearEnded.length;
  const lossRate = (lost + lossPrior.lost) / (younger + lossPrior.of);
  if (lossRate ** gone >= impossible) return false;
  const missing = begin - (followsOf(before.list)?.oldest ?? begin);
  return (
    missing > muchYounger ||
    (missing > aMonth && gone >= aHundred) ||
    rangeBegin(lastBefore(begin, before.list), begin, takenAt) !== undefined
  );
}

/** The list begins long after the subscriber began to follow others, or made the account. */
function beginsTooLate(seen: SignsSeen): boolean {
  const { followers, following, accountCreatedAt, takenAt } = seen;
  const follows = followsOf(followers);
  if (!follows) return false;
  const { oldest, newest } = follows;
  // A list that a range cut goes on until it was taken.
  const goesOn = newest - oldest > secondsOf(takenAt) - newest;
  const count = countSince(followers, (second) => second !== unknownSince);
  if (!goesOn || count < fewestFollows) return false;
  const begin = offeredBegin(seen);
  const firstFollowing = following && followsOf(following)?.oldest;
  if (following && firstFollowing && oldest - firstFollowing > muchYounger) {
    const followed = countSince(following, (second) => second !== unknownSince);
    const earlier = countSince(following, (second) => second !== unknownSince && second < oldest);
    // If both lists were whole, each of the first follows would have been of either kind.
    const chance = (followed / (followed + count)) ** earlier;
    const isLate = earlier >= fewestFollows && chance < impossible;
    if (isLate && (begin !== undefined || earlier * 4 >= followed)) return true;
  }
  // In a younger account that range would have cut off little more than the time until somebody follows.
  return begin !== undefined && accountCreatedAt !== null && begin - accountCreatedAt > muchYounger;
}

/**
 * Where an offered range begins that the list may begin with, allowing for the time until somebody follows: the latest
 * second that it may be.
 */
function offeredBegin({ followers, takenAt }: SignsSeen): number | undefined {
  const first = followers.since.filter((second) => second !== unknownSince).sort();
  const [oldest] = first;
  const later = first[Math.min(first.length - 1, firstFollows)];
  if (oldest === undefined || later === undefined) return undefined;
  // Seven times the usual gap of that time: a longer one comes first in one list of a thousand.
  const usual = (later - oldest) / firstFollows;
  const gap = Math.min(usual * 7, (secondsOf(takenAt) - oldest) / 10);
  return rangeBegin(oldest - gap, oldest, takenAt);
}

/** When, at the latest, one of the ranges that Instagram offers may begin in this time. */
function rangeBegin(from: number, to: number, takenAt: number): number | undefined {
  for (const [shortest, longest] of offeredRanges) {
    const taken = secondsOf(takenAt);
    const earliest = taken - longest * dayInSeconds - preparationSeconds;
    const latest = taken - shortest * dayInSeconds + clockSlack;
    if (latest >= from && earliest <= to) return Math.min(latest, to);
  }
  return undefined;
}

/** The newest follow before this second. */
function lastBefore(second: number, { since }: NameList): number {
  let last = 0;
  for (const other of since) if (other < second && other > last) last = other;
  return last;
}

function countSince({ since }: NameList, counts: (second: number) => boolean): number {
  let count = 0;
  for (const second of since) if (counts(second)) count += 1;
  return count;
}
