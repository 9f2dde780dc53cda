import { day, dayInSeconds, hourInSeconds } from "./durations.ts";
import { counted } from "./numbers.ts";

/** docs/product.md#next-update: the analysis is renewed 24 hours after the data's last update. */
export const updateInterval = day;

/** Epoch milliseconds of the next update. Undefined if it is overdue or there has been no update yet (docs/product.md#next-update). */
export function nextUpdate(updatedAt: number | undefined, now: number): number | undefined {
  if (updatedAt === undefined) return undefined;
  const next = updatedAt + updateInterval;
  return next > now ? next : undefined;
}

const units = [
  { size: 30 * dayInSeconds, unit: "month", own: (count: number) => counted(count, "month") },
  { size: dayInSeconds, unit: "day", own: (count: number) => counted(count, "day") },
  { size: hourInSeconds, unit: "hour", own: (count: number) => counted(count, "hour") },
  { size: 60, unit: "minute", own: (count: number) => counted(count, "minute") },
  { size: 1, unit: "second", own: (count: number) => counted(count, "second") },
];

/**
 * `3_725_000` → `["1 hour", "2 minutes", "5 seconds"]`; leading units of zero are left out.
 * @param inWords by default, the words of the catalogues
 */
export function countdownParts(
  milliseconds: number,
  inWords?: (count: number, unit: string) => string,
): string[] {
  let rest = Math.max(0, Math.ceil(milliseconds / 1_000));
  const parts: string[] = [];
  for (const { size, unit, own } of units) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0 || parts.length > 0 || size === 1)
      parts.push(inWords?.(count, unit) ?? own(count));
  }
  return parts;
}
