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

/** When a clock in this zone shows this, of whole seconds; the later time where summer time skips it. */
export function whenShown(shown: number, timeZone: string): number {
  if (timeZone === "UTC") return shown;
  const offsetAt = (at: number) => shownAt(at, timeZone) - at;
  const guess = shown - offsetAt(shown);
  const at = shown - offsetAt(guess);
  // West of Greenwich the guess for a time that is skipped is the later one already, and this would be before the skip.
  return shownAt(at, timeZone) < shown ? guess : at;
}
