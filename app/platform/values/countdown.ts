import { day, dayInSeconds, hourInSeconds } from "./durations.ts";
import { plural } from "./numbers.ts";

/** docs/product.md#next-update: the analysis is renewed 24 hours after the data's last update. */
export const updateInterval = day;

/** Epoch milliseconds of the next update. Undefined if it is overdue or there has been no update yet (docs/product.md#next-update). */
export function nextUpdate(updatedAt: number | undefined, now: number): number | undefined {
  if (updatedAt === undefined) return undefined;
  const next = updatedAt + updateInterval;
  return next > now ? next : undefined;
}

const units = [
  ["month", 30 * dayInSeconds],
  ["day", dayInSeconds],
  ["hour", hourInSeconds],
  ["minute", 60],
  ["second", 1],
] as const;

/** `3_725_000` → `["1 hour", "2 minutes", "5 seconds"]`; leading units of zero are left out. */
export function countdownParts(milliseconds: number): string[] {
  let rest = Math.max(0, Math.ceil(milliseconds / 1_000));
  const parts: string[] = [];
  for (const [name, size] of units) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0 || parts.length > 0 || size === 1) parts.push(`${count} ${plural(count, name)}`);
  }
  return parts;
}
