import { day } from "../../platform/values/durations.ts";
import type { AccountReading } from "./account-reading.ts";
import { isOtherAccount } from "./exported-account.ts";
import type { Import } from "./import.ts";
import { isWholeList } from "./window.ts";

export const countFindings = ["partial", "same", "hidden", "many", "fewer"] as const;

/** An export's list of followers beside the number that Instagram counted at that time. */
export interface CountCheck {
  /**
   * `partial`: the list does not cover all time. Otherwise Instagram counted as many (`same`), some more, as it counts
   * deactivated accounts and lists them nowhere (`hidden`), more than those usually are (`many`), or fewer (`fewer`).
   */
  finding: (typeof countFindings)[number];
  counted: number;
  /** Epoch milliseconds. */
  countedAt: number;
  listed: number;
}

/** Instagram takes up to two days to prepare an export. */
const nearest = 2 * day;
/** Deactivated accounts are 1 to 5 % (docs/instagram.md#what-can-be-known). Of few followers, a handful is more than that. */
const mostHidden = { share: 0.05, people: 3 };

/** Undefined where the connection knows no count within two days of the export, or is to another account. */
export function checkCount(
  one: Pick<Import, "takenAt" | "window" | "account" | "counts">,
  reading: Pick<AccountReading, "username" | "formerNames" | "followerCounts">,
): CountCheck | undefined {
  const distance = (at: number) => Math.abs(at * 1_000 - one.takenAt);
  const [near] = reading.followerCounts
    .filter(({ at }) => distance(at) <= nearest)
    .toSorted((a, b) => distance(a.at) - distance(b.at));
  if (isOtherAccount(reading, [one]) || !near) return undefined;
  const listed = one.counts.followers;
  const finding = isWholeList(one) ? findingOf(near.followers, listed) : "partial";
  return { finding, counted: near.followers, countedAt: near.at * 1_000, listed };
}

function findingOf(counted: number, listed: number): CountCheck["finding"] {
  const missing = counted - listed;
  if (missing === 0) return "same";
  if (missing < 0) return "fewer";
  const isUsual = missing <= Math.max(mostHidden.people, counted * mostHidden.share);
  return isUsual ? "hidden" : "many";
}
