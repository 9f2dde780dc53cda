import { parseDate } from "../../platform/values/dates.ts";
import { hour } from "../../platform/values/durations.ts";
import { instagramBegan } from "../export/name-date.ts";

/** When an export may have been taken, in epoch milliseconds: the first of these that is known counts (docs/product.md#when-it-was-taken). */
export interface PossibleDates {
  /** The form's field, ISO 8601. */
  field: string | undefined;
  /** Where the ZIP was packed anew, the end of the day that it names. */
  packedBefore: number | null;
  newestEntryAt: number | null;
  namedAt: number | null;
  uploadedAt: number;
  /** The newest follow in it. */
  newestFollowAt: number | null;
}

/** How far a clock may be from UTC. */
const zoneSlack = 14 * hour;

/** Dates before 2010 count as none, and none is later than the upload. */
export function takenAtOf({
  field,
  packedBefore,
  newestEntryAt,
  namedAt,
  uploadedAt,
  newestFollowAt,
}: PossibleDates): number {
  // Who followed after the day in its name stands in no export of that day.
  const isOfThatDay = packedBefore !== null && (newestFollowAt ?? 0) <= packedBefore + zoneSlack;
  const dates = [isoDate(field), isOfThatDay ? packedBefore : null, newestEntryAt, namedAt];
  const known = dates.find((date) => date !== null && date >= instagramBegan);
  return Math.min(known ?? uploadedAt, uploadedAt);
}

function isoDate(text = ""): number | null {
  if (!/^\d{4}-\d\d-\d\d/.test(text)) return null;
  const date = parseDate(text);
  return Number.isNaN(date) ? null : date;
}
