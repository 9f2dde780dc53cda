import { allTime, type Window } from "./history.ts";
import {
  fewestFollows,
  isBorneOut,
  lateAfter,
  type RangeSign,
  type SignsSeen,
} from "./partial-signs.ts";
import { followsOf, secondsOf } from "./window.ts";

/** By what it is known that an export's list of followers is whole, or why that is doubted (docs/product.md#whole-or-cut). */
export const rangeEvidences = [
  // It counts as whole, the strongest first.
  "account",
  "count",
  "contradicted",
  "past",
  "request",
  "nothing",
  // It is doubted.
  "said-from",
  "said-to",
  "count-below",
  "older-gone",
  "late-for-account",
  "late-for-following",
  "few",
] as const;

export interface RangeEvidence {
  kind: (typeof rangeEvidences)[number];
  /** Epoch seconds: of the oldest follow, or of an end of the range. */
  at: number | null;
  /** Epoch seconds: what that is compared with. */
  than: number | null;
}

/** What the judgement on an import has found. */
export interface RangeFindings extends SignsSeen {
  /** What the export says and is believed. */
  word: Window | undefined;
  /** The beginning of a requested range that an older follow contradicts. */
  contradictedFrom: number | undefined;
  /** Whether the list begins with the account. */
  isWhole: boolean;
  isPartialByWord: boolean;
  sign: RangeSign | undefined;
  /** Whether the number is asked for that Instagram shows. */
  needsCount: boolean;
}

export function rangeEvidence(found: RangeFindings): RangeEvidence {
  const { followers, followersShown, word, contradictedFrom, sign } = found;
  const oldest = followsOf(followers)?.oldest ?? null;
  const by = (
    kind: RangeEvidence["kind"],
    at: number | null = oldest,
    than: number | null = null,
  ): RangeEvidence => ({ kind, at, than });
  if (found.isPartialByWord && word)
    return word.from === allTime.from ? by("said-to", word.to) : by("said-from", word.from);
  if (sign === "count-below") return by(sign);
  // Of a list without any follow that has a time, it is those from before it was taken who are gone.
  if (sign === "older-gone") return by(sign, oldest ?? secondsOf(found.takenAt));
  if (sign === "begins-late" || found.needsCount) {
    const late = lateAfter(found);
    if (late) return by(`late-for-${late.what}`, oldest, late.at);
    return followers.size < fewestFollows ? by("few") : by("nothing");
  }
  if (found.isWhole) return by("account", oldest, found.accountCreatedAt);
  if (followersShown !== undefined && isBorneOut(followers.size, followersShown))
    return by("count");
  if (contradictedFrom !== undefined) return by("contradicted", oldest, contradictedFrom);
  if (found.before) return by("past");
  return word ? by("request") : by("nothing");
}
