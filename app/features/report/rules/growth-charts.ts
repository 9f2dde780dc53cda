import { draw, type GridFigure } from "../../../design/charts/drawing/figure.ts";
import { allOf } from "../../../platform/values/listed.ts";
import { counted } from "../../../platform/values/numbers.ts";
import type { ChartRequest, GrowthChart } from "../../growth/chart.ts";
import { engagementChart } from "../../growth/engagement.ts";
import { followersChart } from "../../growth/followers.ts";
import { followsKnownTo, gainedAndLeftChart } from "../../growth/gained-and-left.ts";
import { periodOf, type Range } from "../../growth/ranges.ts";
import { reachChart } from "../../growth/reach.ts";
import { survivalChart } from "../../growth/survival.ts";
import { whenToPostChart } from "../../growth/when-to-post.ts";
import { svgOf } from "./chart-svg.ts";
import type { ReportInput } from "./input.ts";
import type { ChartPart, HoursPart } from "./report.ts";

/**
 * The time at which the report's charts end: that of the newest source, so that the same input is the same report. Not that of the
 * analysis, which is computed anew where somebody is hidden or another time zone chosen.
 */
export function endOf({ profile, growth }: Pick<ReportInput, "profile" | "growth">): number {
  const newest = Math.max(
    growth?.exports ? followsKnownTo(growth.exports) : 0,
    profile.sources.connection?.readAt ?? 0,
    // An export that is dated by a day or by the clock of another time zone may hold a later one.
    (growth?.posts[0]?.postedAt ?? -1) * 1_000 + 1,
  );
  return newest > 0 ? newest : (profile.updatedAt ?? 0);
}

/** Null without an analysis of growth. */
function requestOf(input: ReportInput, range: Range): ChartRequest | null {
  const { growth, knowing, timeZone } = input;
  if (!growth) return null;
  return { growth, range, span: periodOf(range, growth, endOf(input)), knowing, timeZone };
}

/** Growth over time, chart by chart. */
export function growthParts(input: ReportInput): ChartPart[] {
  const [all, year] = [requestOf(input, "all"), requestOf(input, "year")];
  if (!all || !year) return [];
  return [
    followersChart(all),
    followersChart(year),
    gainedAndLeftChart(year),
    survivalChart(year),
    engagementChart(year),
    reachChart(year),
  ].map(chartPart);
}

function chartPart({ title, drawn, notes }: GrowthChart): ChartPart {
  const figure = drawn?.figure.paper;
  return {
    title: title.paper,
    plot: figure
      ? {
          svg: svgOf(draw(figure).drawing),
          alt: drawn.description.paper,
          legend: drawn.legend.flatMap(({ look, paper }) =>
            paper === undefined ? [] : [{ look, label: paper }],
          ),
        }
      : null,
    lines: allOf(drawn?.headline.paper, ...notes.paper),
  };
}

/** Typst sets the hours as a table, so that each field is read as one. Null without an analysis of growth. */
export function hoursPart(input: ReportInput): HoursPart | null {
  const request = requestOf(input, "all");
  if (!request) return null;
  const { drawn, notes } = whenToPostChart(request);
  const figure = drawn?.figure.paper;
  if (!drawn || !figure)
    return { lines: [...notes.paper], days: [], blocks: [], fields: [], after: [] };
  return {
    lines: [drawn.headline.paper, drawn.description.paper],
    days: figure.rows,
    blocks: figure.columns,
    fields: figure.rows.map((_, row) =>
      figure.cells.filter((cell) => cell.row === row).map(fieldOf),
    ),
    after: notes.paper,
  };
}

const fieldOf = ({ label, count, score }: GridFigure["cells"][number]) => ({
  label,
  posts: count === 0 ? "" : counted(count, "post"),
  level: score === null ? null : Math.max(-1, Math.min(1, score)),
});
