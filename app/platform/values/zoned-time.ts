import { day } from "./durations.ts";

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Made once for each zone, of which there are some four hundred: making one takes longer than all else here. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  clocks.set(timeZone, made);
  return made;
}

/** What a clock in this zone shows, as if it showed UTC: epoch milliseconds, to the second. */
export function shownAt(at: number, timeZone: string): number {
  if (timeZone === "UTC") return Math.floor(at / 1_000) * 1_000;
  const parts = clockOf(timeZone).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((one) => one.type === type)?.value);
  return Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
}

/** When a clock in this zone shows this, of whole seconds: the first time where it does so twice, the later time where summer time skips it. */
export function whenShown(shown: number, timeZone: string): number {
  if (timeZone === "UTC") return shown;
  // By the offset a day before, and by that a day after, as the clock may change between them. A day is longer than any
  // offset from UTC, and no clock changes twice within two days.
  const times = [shown - day, shown + day].map((at) => shown - (shownAt(at, timeZone) - at));
  const those = times.filter((at) => shownAt(at, timeZone) === shown);
  return those.length > 0 ? Math.min(...those) : Math.max(...times);
}
