import { day, week } from "../../platform/values/durations.ts";
import type { Growth } from "./growth.ts";
import { countsIn, firstFollow } from "./rules/follow-times.ts";
import { nextStart, type PeriodKind, periodStart } from "./rules/periods.ts";
import type { Span } from "./rules/series/span.ts";
import { shownOf } from "./whole.ts";

export interface Gained {
  /** Epoch milliseconds. */
  from: number;
  to: number;
  /** Known follows, those of people who have left since among them. */
  gained: number;
  /** Whether the exports show all of the period. */
  isWhole: boolean;
  /** Whether it begins before the first export: who followed and had left by then is not counted. */
  isOfStayers: boolean;
}

/** How many left between two exports. */
export interface LossBetween {
  /** Epoch milliseconds of the two exports. */
  from: number;
  to: number;
  left: number;
  /** Spread evenly over the time between them: when they left is not known. */
  perWeek: number;
}

/** Who is there again with an export, in the list before or not. */
export interface BackBetween {
  /** Epoch milliseconds of the two exports. */
  from: number;
  to: number;
  /** Away in the export before, and there again with the old follow. They neither follow nor leave a second time. */
  returned: number;
  /** Left and followed again between the two: counted as followed or left in neither series. */
  refollowed: number;
}

/**
 * Known follows of each period up to the newest export, also of those without any; none of what no export shows.
 * @param timeZone in which weeks, months and years begin
 */
export function gainedBy(
  period: PeriodKind,
  { exports }: Growth,
  { from, to }: Span,
  timeZone: string,
): Gained[] {
  const [first, newest] = [exports?.imports[0]?.takenAt, exports?.imports.at(-1)?.takenAt];
  if (!exports || first === undefined || newest === undefined || newest <= (from ?? 0)) return [];
  const earliest = firstFollow(exports.stayed, exports.left) ?? newest;
  const knownTo = Math.min(newest, to);
  const starts = [periodStart(period, Math.max(from ?? 0, earliest), timeZone)];
  for (let last = starts[0] ?? 0; last < knownTo; starts.push(last))
    last = nextStart(period, last, timeZone);
  const stayed = countsIn(exports.stayed, starts);
  const left = countsIn(exports.left, starts);
  return stayed.flatMap((count, index): Gained[] => {
    const [start = 0, end = 0] = starts.slice(index);
    const shown = shownOf(exports, start, Math.min(end, newest));
    if (shown === "nothing") return [];
    return [
      {
        from: start,
        to: end,
        gained: count + (left[index] ?? 0),
        isWhole: end <= newest && shown === "all",
        isOfStayers: start < first,
      },
    ];
  });
}

/** The finest period of which a span has no more than `most`. */
export function periodFor(from: number, to: number, most: number): PeriodKind {
  const days = (to - from) / day;
  if (days / 7 <= most) return "week";
  return days / 30 <= most ? "month" : "year";
}

/** Who left between two exports that overlap the span, the oldest first; not cut to it. */
export function leftBetween({ exports }: Growth, { from = 0, to }: Span): LossBetween[] {
  return (exports?.imports ?? []).flatMap(({ takenAt, losses }) =>
    losses
      .filter((loss) => takenAt > from && loss.from < to)
      .map((loss) => {
        const weeks = (takenAt - loss.from) / week;
        // Two exports of one day: no more than all of them left in a week.
        return { ...loss, to: takenAt, perWeek: loss.left / Math.max(1, weeks) };
      }),
  );
}

/** Who is there again, between two exports that overlap the span, the oldest first; only where there is anybody. */
export function backBetween({ exports }: Growth, { from = 0, to }: Span): BackBetween[] {
  const imports = exports?.imports ?? [];
  return imports.flatMap(({ takenAt, changes }, index) => {
    const before = imports[index - 1];
    if (!before || !changes || takenAt <= from || before.takenAt >= to) return [];
    const { returned, refollowed } = changes;
    return returned + refollowed > 0
      ? [{ from: before.takenAt, to: takenAt, returned, refollowed }]
      : [];
  });
}

/** Losses of which some may overlap in time, as stretches that do not: how many left per week in each. */
export function leftPerWeek(losses: readonly LossBetween[]): LossBetween[] {
  const edges = [...new Set(losses.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  return edges.slice(0, -1).flatMap((from, index) => {
    const to = edges[index + 1] ?? from;
    const perWeek = losses
      .filter((loss) => loss.from <= from && loss.to >= to)
      .reduce((sum, loss) => sum + loss.perWeek, 0);
    return perWeek > 0 ? [{ from, to, left: (perWeek * (to - from)) / week, perWeek }] : [];
  });
}
