import type { Growth } from "../growth/growth.ts";
import { type LossBetween, lossesBetween } from "../growth/series.ts";
import { day, periodIn, type Span } from "./span.ts";

/** Periods that follows are counted by. Weeks begin on Monday; all are of UTC. */
export const periods = ["week", "month", "year"] as const;
export type Period = (typeof periods)[number];

export interface Gained {
  /** Epoch milliseconds. */
  from: number;
  to: number;
  /** Known follows, those of people who have left since among them. */
  gained: number;
  /** Whether the newest export shows all of the period. */
  isWhole: boolean;
}

/** Known follows of each period, without gaps, up to the newest export. */
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
    gained.push({ from: start, to: end, gained: count, isWhole: end <= newest });
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

/** Who left between any two exports that touch the span, the oldest first; not cut to it. */
export const leftBetween = ({ exports }: Growth, span: Span): LossBetween[] =>
  exports ? lossesBetween(exports, periodIn(span)) : [];

function startOf(period: Period, at: number): number {
  const date = new Date(at);
  if (period === "year") return Date.UTC(date.getUTCFullYear(), 0);
  if (period === "month") return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  const days = Math.floor(at / day);
  // The first day of 1970 was a Thursday.
  return (days - ((days + 3) % 7)) * day;
}

function nextOf(period: Period, start: number): number {
  if (period === "week") return start + 7 * day;
  const date = new Date(start);
  const months = period === "year" ? 12 : 1;
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months);
}
