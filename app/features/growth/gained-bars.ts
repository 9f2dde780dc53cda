import type { Bar } from "../../design/charts/drawing/bar-chart.ts";
import type { Look } from "../../design/charts/drawing/drawing.ts";
import { type BackBetween, type Gained, type LossBetween, leftPerWeek } from "./gained-and-left.ts";
import type { PeriodKind } from "./rules/periods.ts";

/** Who came, left and came back. */
export interface GainedCourse {
  period: PeriodKind;
  gained: readonly Gained[];
  left: readonly LossBetween[];
  back: readonly BackBetween[];
}

const periodDays: Record<PeriodKind, number> = { week: 7, month: 30.4, year: 365 };

/** Above the line who came, and on top of them who came back. Below it who left. */
export const gainedBars = ({ period, gained, left, back }: GainedCourse): Bar[] => [
  ...leftPerWeek(left).map(({ from, to, perWeek }) => ({
    from,
    to,
    value: -(perWeek / 7) * periodDays[period],
    look: "left" as const,
  })),
  ...gained.flatMap(({ from, to, gained: base }) => {
    const returned = returnedIn(back, from, to);
    return returned > 0
      ? [{ from, to, base, value: base + returned, look: "came-back" as const }]
      : [];
  }),
  ...gained.map((one) => ({ from: one.from, to: one.to, value: one.gained, look: lookOf(one) })),
];

/** Those who came back between two exports, spread evenly over the time between them. */
const returnedIn = (back: readonly BackBetween[], from: number, to: number): number =>
  back.reduce((sum, one) => {
    const overlap = Math.min(to, one.to) - Math.max(from, one.from);
    return sum + one.returned * Math.max(0, overlap / (one.to - one.from));
  }, 0);

const lookOf = ({ isWhole, isOfStayers }: Gained): GainedLook =>
  isOfStayers ? "gained-of-stayers" : isWhole ? "gained" : "gained-partly";

const looks = ["gained", "gained-partly", "gained-of-stayers", "came-back", "left"] as const;
export type GainedLook = (typeof looks)[number] & Look;

/** The looks of the bars that can be seen, each once, in the order of a legend. */
export function gainedLooks({ gained, left, back }: GainedCourse): GainedLook[] {
  const seen = new Set<GainedLook>([
    ...gained.map(lookOf),
    ...(back.some(({ returned }) => returned > 0) ? (["came-back"] as const) : []),
    ...(left.some((one) => one.left > 0) ? (["left"] as const) : []),
  ]);
  return looks.filter((look) => seen.has(look));
}
