import type { Growth } from "./growth.ts";
import { isWithin, type Span } from "./rules/series/span.ts";

/** Accounts reached on a day. `at`, in epoch milliseconds, lies within it. */
export interface ReachPoint {
  at: number;
  value: number;
}

/** By day, the oldest first. Days must not be added up. */
export const reachSeries = ({ reach }: Growth, span: Span): ReachPoint[] =>
  reach
    // A day ends when the next begins: what ended at midnight was the day before.
    .map((day) => ({ at: day.endsAt - 1, value: day.reach }))
    .filter(({ at }) => isWithin(span, at));
