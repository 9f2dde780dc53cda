import { parseDate } from "../dates.ts";

const firstDate = Date.UTC(2010, 0, 1);

/** When an export may have been taken, in epoch milliseconds: the first of these that is known counts (contract 10). */
export interface PossibleDates {
  /** The form's field, ISO 8601. */
  field: string | undefined;
  newestEntryAt: number | null;
  namedAt: number | null;
  uploadedAt: number;
}

/** Dates before 2010 count as none, and none is later than the upload. */
export function takenAtOf({ field, newestEntryAt, namedAt, uploadedAt }: PossibleDates): number {
  const dates = [isoDate(field), newestEntryAt, namedAt];
  const known = dates.find((date) => date !== null && date >= firstDate);
  return Math.min(known ?? uploadedAt, uploadedAt);
}

function isoDate(text = ""): number | null {
  if (!/^\d{4}-\d\d-\d\d/.test(text)) return null;
  const date = parseDate(text);
  return Number.isNaN(date) ? null : date;
}
