import { formatIn } from "./formats.ts";
import { apart } from "./listed.ts";
import { say } from "./say.ts";

/** `20261121T100000Z`: ISO 8601 without its separators, which `Date.parse` does not read. */
const basicForm = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d(?:[.,]\d+)?)/i;

/**
 * Epoch milliseconds of an ISO 8601 text, NaN if it is not one. A time without an offset is read as UTC, whatever the
 * server's time zone.
 */
export function parseDate(given: string): number {
  const text = given.replace(basicForm, "$1-$2-$3T$4:$5:$6");
  const [, time, hours, minutes = "00"] =
    /^(.+[T ][\d:.,]+)(?:Z|([+-]\d\d):?(\d\d)?)?$/i.exec(text) ?? [];
  const inFull = time ? `${time.replace(",", ".")}${hours ? `${hours}:${minutes}` : "Z"}` : text;
  return Date.parse(inFull);
}

/** How a day is written. `dateStyle` is in figures alone in some languages. */
export const dayFormat = { year: "numeric", month: "short", day: "numeric" } as const;
const date = { ...dayFormat, timeZone: "UTC" } as const;
const dateOfYear = { month: "short", day: "numeric", timeZone: "UTC" } as const;

/** Epoch milliseconds → `"Nov 21, 2026"`, in UTC so that server and browser agree. */
export const formatDate = (milliseconds: number): string => formatIn(date).format(milliseconds);

/** Two dates of one sentence: `["Nov 1", "Nov 20"]`, with their years where either is not of this year. */
export function formatDates(from: number, to: number, now: number): [from: string, to: string] {
  const yearOf = (at: number) => new Date(at).getUTCFullYear();
  const isThisYear = yearOf(from) === yearOf(now) && yearOf(to) === yearOf(now);
  const { format } = formatIn(isThisYear ? dateOfYear : date);
  return [format(from), format(to)];
}

/** Epoch milliseconds → `"Nov 21, 2026, 14:05 UTC"`. */
export function formatTime(milliseconds: number): string {
  const time = new Date(milliseconds).toISOString().slice(11, 16);
  return apart(formatDate(milliseconds), `${time} UTC`);
}

/** Epoch milliseconds → `"Nov 21, 2026, 14:05"` as a clock in this time zone shows it; null: in UTC. */
export const formatTimeIn = (milliseconds: number, timeZone: string | null): string =>
  formatIn({
    ...dayFormat,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: timeZone ?? "UTC",
  }).format(milliseconds);

/** Epoch milliseconds → `"Nov 21, 2026"` as a calendar in this time zone shows it; null: in UTC. */
export const formatDayIn = (milliseconds: number, timeZone: string | null): string =>
  formatIn({ ...dayFormat, timeZone: timeZone ?? "UTC" }).format(milliseconds);

/** `America/New_York` → `"America/New York time"`; null: `"UTC"`. */
export const zoneWords = (timeZone: string | null): string =>
  timeZone === null || timeZone === "UTC" ? "UTC" : say`${timeZone.replaceAll("_", " ")} time`;
