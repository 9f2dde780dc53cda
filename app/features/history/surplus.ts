import { type Import, inOrderOfTime, keepsLists } from "./import.ts";
import { isAllTime } from "./window.ts";

/** How many imports are kept for a subscriber. */
export const mostImports = 60;

/** If there are too many, imports with a lower rank are erased first. */
const rankOf = ({ state }: Import): number => (state === "used" ? 2 : keepsLists(state) ? 1 : 0);

/**
 * The imports that must go. Of those in use that were taken over a year ago, one of each month (UTC) stays: the last
 * of all time, since it knows who followed at any time, or else the last. Of all together at most 60 stay: first those go
 * of which no lists are kept, then those that are held, then the oldest.
 * @param current the id of the one that has just come; it stays
 */
export function surplusOf(imports: readonly Import[], current: string, now: number): Import[] {
  const yearAgo = new Date(now);
  yearAgo.setUTCFullYear(yearAgo.getUTCFullYear() - 1);
  const surplus = new Set<Import>();
  const keptOfMonth = new Map<string, Import>();
  const others = imports.filter(({ id, state }) => id !== current && state !== "reading");
  for (const one of others.toSorted(inOrderOfTime)) {
    if (one.state !== "used" || one.takenAt >= yearAgo.getTime()) continue;
    const month = new Date(one.takenAt).toISOString().slice(0, 7);
    const earlier = keptOfMonth.get(month);
    const staysEarlier = earlier && isAllTime(earlier.window) && !isAllTime(one.window);
    if (earlier) surplus.add(staysEarlier ? one : earlier);
    if (!staysEarlier) keptOfMonth.set(month, one);
  }
  const left = others
    .filter((one) => !surplus.has(one))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || inOrderOfTime(a, b));
  for (const one of left.slice(0, Math.max(0, left.length + 1 - mostImports))) surplus.add(one);
  return [...surplus];
}
