import { type Line, lineChart } from "../../../../design/charts/drawing/line-chart.ts";
import { formatDate } from "../../../../platform/values/dates.ts";
import { counted, withCommas } from "../../../../platform/values/numbers.ts";
import { type FollowersPoint, followerLines } from "../../../growth/followers.ts";
import type { Growth } from "../../../growth/growth.ts";
import type { Period } from "../../../growth/ranges.ts";
import type { ChartPart } from "../report.ts";
import { drawnPart, type LegendEntry, undrawnPart } from "./part.ts";

const labels = {
  exported: { look: "line", label: "Your exports" },
  instagram: { look: "second-line", label: "Instagram's count" },
  reconstructed: {
    look: "dashed-line",
    label: "Reconstructed from those who stayed until your first export",
  },
} as const satisfies Record<string, LegendEntry & Pick<Line, "look">>;

export function followersPart(title: string, growth: Growth, period: Period): ChartPart {
  const lines = followerLines(growth, period);
  const points = lines.flatMap((line) => line.points).sort((a, b) => a.at - b.at);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return undrawnPart(title, "Nothing is known of this time yet.");
  if (first.at === last.at)
    return undrawnPart(
      title,
      `${counted(last.followers, last.hasGap ? "known follower" : "follower")} on ${formatDate(last.at)}. A line needs a second count.`,
    );
  const { drawing } = lineChart({
    lines: lines.map(({ from, points: all, counts }) => ({
      look: labels[from].look,
      points: all.map(asValue),
      dots: counts.map(asValue),
    })),
    from: Math.max(period.from, first.at),
    to: Math.max(period.to, last.at),
  });
  const known = [first, last].map(
    ({ at, followers, hasGap }) =>
      `${withCommas(Math.round(followers))}${hasGap ? " known" : ""} on ${formatDate(at)}`,
  );
  return drawnPart(title, drawing, {
    alt: "Line of followers",
    line: `${known.join(", ")}.`,
    legend: lines.map(({ from }) => labels[from]),
  });
}

const asValue = ({ at, followers }: FollowersPoint) => ({ at, value: followers });
