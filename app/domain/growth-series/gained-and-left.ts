import type { Growth } from "../growth/growth.ts";
import { shownOf, wholeBefore } from "../growth/whole.ts";
import { day, type Span } from "./span.ts";

const week = 7 * day;

/** Periods that follows are counted by. Weeks begin on Monday; all are of UTC. */
export const periods = ["week", "month", "year"] as const;
export type Period = (typeof periods)[number];

export interface Gained {
  /** Epoch milliseconds. */
  from: number;
  to: number;
  /** Known follows, those of people who have left since among them. */
  gained: number;
  /** Whether the exports show all of the period. */
  isWhole: boolean;
}

/** How many left between two whole lists. */
export interface LossBetween {
  /** Epoch milliseconds of the two exports. */
  from: number;
  to: number;
  left: number;
  /** Spread evenly over the time between them: when they left is not known. */
  perWeek: number;
}

/** Known follows of each period up to the newest export, also of those without any; none of what no export shows. */
export function gainedBy(period: Period, { exports }: Growth, { from, to }: Span): Gained[] {
  const newest = exports?.imports.at(-1)?.takenAt;
  if (!exports || newest === undefined || newest <= (from ?? 0)) return [];
  const knownTo = Math.min(newest, to);
  const gained: Gained[] = [];
  let start = startOf(period, Math.max(from ?? 0, exports.firstDay * day));
  while (start < knownTo) {
    const end = nextOf(period, start);
    const first = Math.max(0, start / day - exports.firstDay);
    const last = Math.max(0, end / day - exports.firstDay);
    let count = 0;
    for (let index = first; index < last; index += 1)
      count += (exports.stayed[index] ?? 0) + (exports.left[index] ?? 0);
    const shown = shownOf(exports, start, Math.min(end, newest));
    if (shown !== "nothing")
      gained.push({
        from: start,
        to: end,
        gained: count,
        isWhole: end <= newest && shown === "all",
      });
    start = end;
  }
  return gained;
}

/** The finest period of which a span has no more than `most`. */
export function periodFor(from: number, to: number, most: number): Period {
  const days = (to - from) / day;
  if (days / 7 <= most) return "week";
  return days / 30 <= most ? "month" : "year";
}

/** Who left between two whole lists that overlap the span, the oldest first; not cut to it. */
export function leftBetween({ exports }: Growth, { from = 0, to }: Span): LossBetween[] {
  const imports = exports?.imports ?? [];
  return imports.flatMap(({ takenAt, left }, index) => {
    const before = wholeBefore(imports, index);
    if (!before || left === null || takenAt <= from || before.takenAt >= to) return [];
    const weeks = (takenAt - before.takenAt) / week;
    // Two exports of one day: no more than all of them left in a week.
    return [{ from: before.takenAt, to: takenAt, left, perWeek: left / Math.max(1, weeks) }];
  });
}

function startOf(period: Period, at: number): number {
  const date = new Date(at);
  if (period === "year") return Date.UTC(date.getUTCFullYear(), 0);
  if (period === "month") return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  const days = Math.floor(at / day);
  // The first day of 1970 was a Thursday.
  return (days - ((days + 3) % 7)) * day;
}

function nextOf(period: Period, start: number): number {
  if (period === "week") return start + week;
  const date = new Date(start);
  const months = period === "year" ? 12 : 1;
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months);
}
