import { lineChart } from "../../../../design/charts/drawing/line-chart.ts";
import { scatterChart } from "../../../../design/charts/drawing/scatter-chart.ts";
import { counted, withCommas } from "../../../../platform/values/numbers.ts";
import { sum } from "../../../../platform/values/statistics.ts";
import { engagementSeries } from "../../../growth/engagement.ts";
import type { Growth } from "../../../growth/growth.ts";
import type { Period } from "../../../growth/ranges.ts";
import { reachSeries } from "../../../growth/reach.ts";
import type { ChartPart } from "../report.ts";
import { drawnPart, undrawnPart } from "./part.ts";

export function engagementChartPart({ posts }: Growth, year: Period): ChartPart {
  const title = "Likes and comments per post";
  const { points, median, unknown } = engagementSeries(posts, year);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last)
    return undrawnPart(title, "No post of the last year whose likes and comments are known.");
  const { drawing } = scatterChart({
    points: points.map(({ at, engagement, post }) => ({ at, value: engagement, look: post.kind })),
    median,
    from: first.at === last.at ? year.from : first.at,
    to: last.at,
  });
  const has = (kind: "post" | "reel") => points.some(({ post }) => post.kind === kind);
  return drawnPart(title, drawing, {
    alt: "Points, one for each post",
    line: `${counted(points.length, "post")} of the last year; the median of all your posts is ${withCommas(Math.round(median ?? 0))}.`,
    more:
      unknown > 0 ? [`Of ${counted(unknown, "more post")}, likes or comments are unknown.`] : [],
    legend: [
      ...(has("post") ? [{ look: "post" as const, label: "Post" }] : []),
      ...(has("reel") ? [{ look: "reel" as const, label: "Reel" }] : []),
      { look: "median-line", label: "Your median" },
    ],
  });
}

export function reachPart(growth: Growth, year: Period): ChartPart {
  const title = "Accounts reached a day";
  const days = reachSeries(growth, year);
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || days.length < 2)
    return undrawnPart(title, "Instagram tells reach to those who connect a professional account.");
  const { drawing } = lineChart({
    lines: [{ look: "line", points: days }],
    from: first.at,
    to: last.at,
    fromZero: true,
  });
  const average = Math.round(sum(days.map(({ value }) => value)) / days.length);
  return drawnPart(title, drawing, {
    alt: "Line of the accounts reached on each day",
    line: `${counted(average, "account")} a day, on average over ${counted(days.length, "day")}. Days must not be added up: the same account may be reached on many.`,
  });
}
