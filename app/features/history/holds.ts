import { dayInSeconds, hourInSeconds } from "../../platform/values/durations.ts";
import { emptyNameList, type NameList } from "../../platform/values/name-list.ts";
import type { ExportRequest, ReadExport } from "../export/export.ts";
import { changesBetween } from "./changes.ts";
import { allTime, type Hold, holds, type Window } from "./history.ts";
import type { KnownFollowers } from "./known-list.ts";
import {
  beginsLate,
  beginsWithAccount,
  fewestFollows,
  isMismatch,
  signOfRange,
} from "./partial-signs.ts";
import { type RangeEvidence, rangeEvidence } from "./range-evidence.ts";
import {
  followsOf,
  instagramOpened,
  isWholeList,
  preparationSeconds,
  secondsOf,
} from "./window.ts";

/** What an import is judged by. */
export interface Judged {
  read: Pick<ReadExport, "account" | "accountCreatedAt" | "requests" | "lists">;
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
  /** What it covers, where the subscriber has said so. */
  decidedWindow?: Window | undefined;
}

/** The judgement on an import. */
export interface Judgement {
  /** What the subscriber is asked about, in the order of docs/product.md#problems; none where the import is used at once. */
  holds: Hold[];
  /** What it covers where it is used as it is: its range, where it is held as `partial-range`. */
  window: Window;
  /** What it covers if it turns out to be cut, though it does not say so. */
  cutWindow: Window;
  /** Why it counts as whole, or is doubted. */
  evidence: RangeEvidence;
}

const massLoss = { share: 0.3, people: 50 };

/** docs/product.md#problems, the problems that hold an import. */
export function judgeImport(judged: Judged): Judgement {
  const { read, takenAt, followersShown, previousAccount, lastTakenAt, before, decidedWindow } =
    judged;
  const followers = read.lists.followers ?? emptyNameList;
  const seen = {
    followers,
    following: read.lists.following,
    accountCreatedAt: read.accountCreatedAt,
    takenAt,
    followersShown,
    before,
  };
  const { word, isWhole, contradictedFrom } = wordOf(judged, followers);
  const isPartialByWord = word !== undefined && !isWholeList({ window: word, takenAt });
  // The signs beat a request of all time.
  const sign = isPartialByWord ? undefined : signOfRange({ ...seen, isWhole });
  const isPartialBySigns = sign !== undefined;
  const found: Record<Hold, boolean> = {
    "other-account":
      read.account !== null && previousAccount !== null && read.account !== previousAccount,
    "partial-range": isPartialByWord || isPartialBySigns,
    "count-mismatch": followersShown !== undefined && isMismatch(followers.size, followersShown),
    "needs-count":
      before === undefined &&
      followersShown === undefined &&
      !isWhole &&
      (followers.size < fewestFollows || beginsLate(seen)),
    "mass-loss":
      before !== undefined && losesMany(followers, before, decidedWindow ?? word ?? allTime),
    "older-than-last": lastTakenAt !== undefined && takenAt < lastTakenAt,
  };
  // A cut list in which no follow has a time covers nothing that could be told.
  const cutFrom = followsOf(followers)?.oldest ?? secondsOf(takenAt);
  const cutWindow = { from: cutFrom, to: allTime.to };
  return {
    holds: holds.filter((hold) => found[hold]),
    window: isPartialBySigns ? cutWindow : (word ?? allTime),
    cutWindow: isPartialByWord ? word : cutWindow,
    evidence: rangeEvidence({
      ...seen,
      ...{ word, contradictedFrom, isWhole, isPartialByWord, sign },
      needsCount: found["needs-count"],
    }),
  };
}

/** Time zones are up to 14 hours ahead of UTC, and a ZIP's dates do not say which is theirs. */
const zoneSlack = 14 * hourInSeconds;

/** What an export says of the follows that it covers. */
interface SaidWindow {
  window: Window;
  /** Epoch seconds: nobody who followed before it can be in the export. */
  notBefore: number;
  /** Somebody in the list followed before it: then the export's word is not believed. */
  isContradicted: boolean;
}

/**
 * The export's own word (docs/product.md#the-known-list): of the newest request that was made within three days before,
 * unless it cannot be read.
 * @param takenAt epoch milliseconds
 * @param follows of the list of followers
 */
export function saidWindow(
  { requests }: Pick<ReadExport, "requests">,
  takenAt: number,
  follows: { oldest: number; newest: number } | undefined,
): SaidWindow | undefined {
  const range = presentRequest(requests, takenAt)?.range;
  if (!range) return undefined;
  const said = { window: { ...allTime }, notBefore: 0, isContradicted: false };
  // 'All time' may also be written as a day before there was an Instagram.
  if (range.from && range.from.earliest > instagramOpened) {
    said.window.from = range.from.latest;
    // Of a day, the middle is its beginning in UTC.
    said.notBefore = (range.from.earliest + range.from.latest) / 2 - zoneSlack;
  }
  const limits = range.to && range.to.earliest < secondsOf(takenAt);
  // A list that goes on beyond its end was not cut there.
  const isBeyond = range.to && follows && follows.newest > range.to.latest + zoneSlack;
  if (range.to && limits && !isBeyond) said.window.to = range.to.earliest;
  said.isContradicted = follows !== undefined && follows.oldest < said.notBefore;
  return said;
}

function presentRequest(
  requests: readonly ExportRequest[],
  takenAt: number,
): ExportRequest | undefined {
  const taken = secondsOf(takenAt);
  // A day without a time, as in the name of a ZIP, stands at its beginning and ends a day later.
  const isDay = taken % dayInSeconds === 0;
  const latest = taken + (isDay ? dayInSeconds : 0) + zoneSlack;
  return requests
    .filter(({ askedAt }) => askedAt >= taken - preparationSeconds && askedAt <= latest)
    .toSorted((a, b) => b.askedAt - a.askedAt)[0];
}

/**
 * What the export says of itself, as far as that is believed. A list that begins with the account is not cut at its
 * beginning, whatever a request says, unless followers are known from before it: in a young account, both fit.
 */
function wordOf(
  { read, takenAt, before }: Judged,
  followers: NameList,
): { word: Window | undefined; isWhole: boolean; contradictedFrom: number | undefined } {
  const follows = followsOf(followers);
  const found = saidWindow(read, takenAt, follows);
  const contradictedFrom = found?.isContradicted ? found.window.from : undefined;
  const said = found?.isContradicted ? undefined : found;
  const known = before && followsOf(before.list);
  const isBorneOut = said !== undefined && known !== undefined && known.oldest < said.notBefore;
  const isWhole = !isBorneOut && beginsWithAccount(read.accountCreatedAt, follows);
  const word = said && (isWhole ? { ...said.window, from: allTime.from } : said.window);
  return { word, isWhole, contradictedFrom };
}

/**
 * Whether so many are lost that the subscriber is asked: of those whom the range covers that the subscriber or the export
 * says. A list that only looks cut by its signs counts as whole here, as the subscriber sees both readings.
 */
function losesMany(followers: NameList, before: KnownFollowers, window: Window): boolean {
  const { changes, known } = changesBetween(before, followers, window);
  const lost = changes.lost.size;
  const beyondRange = known.size - followers.size;
  return lost > massLoss.people && lost > (before.list.size - beyondRange) * massLoss.share;
}
