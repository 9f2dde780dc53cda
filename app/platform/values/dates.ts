/**
 * Epoch milliseconds of an ISO 8601 text, NaN if it is not one. A time without an offset is read as UTC, whatever the
 * server's time zone.
 */
export function parseDate(text: string): number {
  const isLocal = /[T ][\d:.,]+$/i.test(text);
  return Date.parse(isLocal ? `${text}Z` : text);
}

const dateFormat = new Intl.DateTimeFormat("en-US", {
  year: "numeric",
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});

/** Epoch milliseconds → `"Nov 21, 2026"`, in UTC so that server and browser agree. */
export const formatDate = (milliseconds: number): string => dateFormat.format(milliseconds);

const dateOfYearFormat = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});

/** Two dates of one sentence: `["Nov 1", "Nov 20"]`, with their years where either is not of this year. */
export function formatDates(from: number, to: number, now: number): [from: string, to: string] {
  const yearOf = (at: number) => new Date(at).getUTCFullYear();
  const isThisYear = yearOf(from) === yearOf(now) && yearOf(to) === yearOf(now);
  const { format } = isThisYear ? dateOfYearFormat : dateFormat;
  return [format(from), format(to)];
}

/** Epoch milliseconds → `"Nov 21, 2026, 14:05 UTC"`. */
export function formatTime(milliseconds: number): string {
  const time = new Date(milliseconds).toISOString().slice(11, 16);
  return `${formatDate(milliseconds)}, ${time} UTC`;
}

/** Epoch milliseconds → `"Nov 21, 2026, 14:05"` as a clock in this time zone shows it; null: in UTC. */
export const formatTimeIn = (milliseconds: number, timeZone: string | null): string =>
  new Intl.DateTimeFormat("en-US", {
    dateStyle: "medium",
    timeStyle: "short",
    hourCycle: "h23",
    timeZone: timeZone ?? "UTC",
  }).format(milliseconds);

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** Epoch milliseconds → `"Nov 21, 2026"` as a calendar in this time zone shows it; null: in UTC. */
export function formatDayIn(milliseconds: number, timeZone: string | null): string {
  const zone = timeZone ?? "UTC";
  const format =
    dayFormats.get(zone) ??
    new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: zone });
  dayFormats.set(zone, format);
  return format.format(milliseconds);
}

/** `America/New_York` → `"America/New York time"`; null: `"UTC"`. */
export const zoneWords = (timeZone: string | null): string =>
  timeZone === null || timeZone === "UTC" ? "UTC" : `${timeZone.replaceAll("_", " ")} time`;
