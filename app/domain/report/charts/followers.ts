import { type Line, lineChart } from "../../charts/line-chart.ts";
import { formatDate } from "../../dates.ts";
import type { Growth } from "../../growth/growth.ts";
import type { Period } from "../../growth/ranges.ts";
import { type CountPoint, followerSeries } from "../../growth/series.ts";
import { counted, withCommas } from "../../numbers.ts";
import type { ChartPart } from "../report.ts";
import { drawnPart, undrawnPart } from "./part.ts";

const valuesOf = (points: readonly CountPoint[]) =>
  points.map(({ at, followers }) => ({ at, value: followers }));

/** Those who stayed, up to the first count. From then on, counts are better. */
function beforeCounts(
  reconstructed: readonly CountPoint[],
  first: CountPoint | undefined,
): readonly CountPoint[] {
  const before = first ? reconstructed.filter(({ at }) => at < first.at) : reconstructed;
  return first && before.length > 0 ? [...before, first] : before;
}

export function followersPart(title: string, growth: Growth, period: Period): ChartPart {
  const { instagram, exports, reconstructed } = followerSeries(growth, period);
  const counts = [...exports, ...instagram].sort((a, b) => a.at - b.at);
  const dashed = beforeCounts(reconstructed, counts[0]);
  const [first, last] = [dashed[0] ?? counts[0], counts.at(-1) ?? dashed.at(-1)];
  if (!first || !last) return undrawnPart(title, "Nothing is known of this time yet.");
  if (first.at === last.at)
    return undrawnPart(
      title,
      `${counted(last.followers, "follower")} on ${formatDate(last.at)}. A line needs a second count.`,
    );
  const lineOf = (look: Line["look"], points: readonly CountPoint[]): Line[] =>
    points.length === 0
      ? []
      : [
          {
            look,
            points: valuesOf(points),
            ...(look !== "dashed-line" && { dots: valuesOf(points) }),
          },
        ];
  const { drawing } = lineChart({
    lines: [
      ...lineOf("dashed-line", dashed),
      ...lineOf("line", exports),
      ...lineOf("second-line", instagram),
    ],
    from: Math.max(period.from, first.at),
    to: Math.max(period.to, last.at),
  });
  return drawnPart(title, drawing, {
    alt: "Line of followers",
    line: `${withCommas(first.followers)} on ${formatDate(first.at)}, ${withCommas(last.followers)} on ${formatDate(last.at)}.`,
    legend: [
      ...(exports.length > 0 ? [{ look: "line" as const, label: "Your exports" }] : []),
      ...(instagram.length > 0
        ? [{ look: "second-line" as const, label: "Instagram's count" }]
        : []),
      ...(dashed.length > 0
        ? [{ look: "dashed-line" as const, label: "Reconstructed from those who stayed" }]
        : []),
    ],
  });
}
