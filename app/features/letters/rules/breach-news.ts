import { day } from "../../../platform/values/durations.ts";
import type { BreachProgress } from "../../account/letter-entries.ts";
import { type Breach, isAmong, marksOf } from "../../safety/breach.ts";

const month = 30 * day;

/**
 * When a subscriber's address is looked up next: once in 30 days at a moment of their own, so that not all are looked up
 * at once.
 * @param share from 0 to below 1
 */
export function nextLookAt(now: number, share: number): number {
  const earliest = now + day;
  const first = Math.floor(earliest / month) * month + Math.floor(share * month);
  return first >= earliest ? first : first + month;
}

export interface BreachNews {
  /** The breaches to tell of; empty where there is nothing new. */
  fresh: readonly Breach[];
  /** Marks of the breaches that need no alert once `fresh` is told of. */
  known: string[];
  /** Whether there are other new ones, which came after a letter was begun. */
  hasMore: boolean;
}

/**
 * What is new in a look. The first look at an address only records what is there: the page shows it. If it is late,
 * nobody knows what came up meanwhile, so all of it is told.
 * @param dealtWith marks of the breaches that the subscriber has dealt with
 */
export function breachNews(
  breaches: readonly Breach[],
  progress: Pick<BreachProgress, "known" | "addressDigest" | "pending">,
  { digest, dealtWith, isLate }: { digest: string; dealtWith: readonly string[]; isLate: boolean },
): BreachNews {
  const isFirst = isFirstLook(progress, digest);
  if (isFirst && !isLate)
    return { fresh: [], known: unique(breaches.flatMap(marksOf)), hasMore: false };
  const known = (!isFirst && progress.known) || [];
  // A letter about another address is not sent again.
  const pending = isFirst && progress.known !== null ? null : progress.pending;
  const before = new Set(known);
  const told = new Set([...known, ...dealtWith]);
  const unknown = breaches.filter((breach) => !isAmong(breach, told));
  // A letter that may have gone out is sent again as it was.
  const begun = pending && new Set(pending);
  const fresh = begun ? unknown.filter(({ name }) => begun.has(name)) : unknown;
  return {
    fresh,
    // A breach that is not listed any more stays known: if it comes back, it is no news.
    known: unique([
      ...known,
      ...(pending ?? []),
      ...breaches.filter((one) => isAmong(one, before) || fresh.includes(one)).flatMap(marksOf),
    ]),
    hasMore: fresh.length < unknown.length,
  };
}

/** Whether this address has not been looked up yet. */
export const isFirstLook = (
  { known, addressDigest }: Pick<BreachProgress, "known" | "addressDigest">,
  digest: string,
): boolean => known === null || addressDigest !== digest;

const unique = (names: readonly string[]) => [...new Set(names)];
