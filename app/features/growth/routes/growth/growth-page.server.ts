import { draw, type Figure } from "~/design/charts/drawing/figure";
import type { ShownChart } from "~/design/charts/shown-chart";
import type { Knowing, WayOut } from "~/features/analysis/analysis-notes";
import type { Profile } from "~/features/analysis/profile";
import {
  type ChartRequest,
  type DrawnChart,
  type GrowthChart,
  type GrowthFile,
  wayToConnect,
} from "~/features/growth/chart";
import { countedChart } from "~/features/growth/counted-by-instagram";
import { engagementChart } from "~/features/growth/engagement";
import { followersChart } from "~/features/growth/followers";
import { gainedAndLeftChart } from "~/features/growth/gained-and-left";
import type { Growth } from "~/features/growth/growth";
import type { Range } from "~/features/growth/ranges";
import { spanOf } from "~/features/growth/ranges";
import { reachChart } from "~/features/growth/reach";
import { survivalChart } from "~/features/growth/survival";
import { whenToPostChart } from "~/features/growth/when-to-post";
import { type PageKey, pageKey } from "~/platform/pages/page-key.server";
import { formatDate } from "~/platform/values/dates";
import type { Language } from "~/platform/values/languages";
import { allOf } from "~/platform/values/listed";
import { say } from "~/platform/values/say";
import { timeZones } from "~/platform/values/time-zone";
import { shownAudience } from "./audience.server.ts";
import { shownLedger } from "./ledger.server.ts";
import { shownReels } from "./reels.server.ts";

/** All that the page is made from, but for the growth itself. */
export interface GrowthPageInputs {
  sources: Profile["sources"];
  knowing: Knowing;
  range: Range;
  timeZone: string | null;
  /** When the day begins, in epoch milliseconds. */
  today: number;
  /** The language of all its texts. */
  language: Language;
}

/** @param mark of the growth: another one for another growth */
export const growthPageKey = (inputs: GrowthPageInputs & { uid: string; mark: string }): PageKey =>
  pageKey(inputs);

/** What the growth page shows. */
export function growthPage(
  growth: Growth,
  { sources, knowing, range, timeZone, today }: GrowthPageInputs,
) {
  const span = spanOf(range, growth, today);
  return {
    range,
    timeZone,
    /** To choose from, while none is chosen. */
    zones: timeZone === null ? timeZones : [],
    sources: sourcesOf(sources, growth),
    ...sectionsOf({ growth, range, span, knowing, timeZone }),
  };
}

function sectionsOf(request: ChartRequest) {
  const { exports, posts, reach } = request.growth;
  const official = countedChart(request);
  return {
    sections: allOf(
      shownSection(followersChart(request)),
      shownSection(gainedAndLeftChart(request)),
      official && shownSection(official),
      exports && shownSection(survivalChart(request)),
      ...(posts.length + reach.length > 0
        ? [
            shownSection(engagementChart(request)),
            shownSection(reachChart(request)),
            shownSection(whenToPostChart(request)),
          ]
        : [postsUnknown(request)]),
    ),
    ledger: shownLedger(request),
    audience: shownAudience(request),
    reels: shownReels(request),
  };
}

/** A section of the growth page: a chart, or why there is none. */
export interface ShownSection {
  key: GrowthFile;
  title: string;
  chart?: ShownChart;
  /** Sentences below the chart, or in its place. */
  notes: readonly string[];
  /** What would tell more. */
  way?: WayOut | undefined;
}

const shownSection = (chart: GrowthChart<Figure>): ShownSection => ({
  key: chart.key,
  title: chart.title.page,
  ...(chart.drawn && { chart: shownChart(chart.drawn, chart.title.page) }),
  notes: chart.notes.page,
  way: chart.way,
});

function shownChart(
  { figure, headline, description, name, legend, table }: DrawnChart<Figure>,
  title: string,
): ShownChart {
  const { drawing, x, y } = draw(figure.page);
  return {
    drawing,
    name: name ?? title,
    description: description.page,
    headline: headline.page,
    legend: legend.flatMap(({ look, page }) => (page === undefined ? [] : [{ look, label: page }])),
    table: {
      ...table,
      rows: table.rows.map(({ cells, at, value, link }) => ({
        cells,
        ...(link && { link }),
        x: placed(at, x),
        y: placed(value, y),
      })),
    },
  };
}

/** Where a row of the table is in the drawing: a tenth of a unit is fine enough. */
const placed = (value: number | undefined, axis: ((value: number) => number) | undefined) =>
  value === undefined || !axis ? undefined : Math.round(axis(value) * 10) / 10;

/** Stands for engagement, reach and best hours where nothing of the posts is known. */
const postsUnknown = ({ knowing }: ChartRequest): ShownSection => ({
  key: "engagement",
  title: say`Engagement, reach and best hours`,
  notes: [
    knowing.isConnected
      ? say`Instagram has not told us anything of your posts yet.`
      : say`Likes, comments and reach are not in these exports. Instagram tells them to those who connect a professional account.`,
  ],
  way: wayToConnect(knowing),
});

export type GrowthPage = ReturnType<typeof growthPage>;

function sourcesText(takenAt: number | undefined, hasExport: boolean, readAt: number | undefined) {
  const [taken, read] = [takenAt, readAt].map((at) => (at === undefined ? "" : formatDate(at)));
  if (!hasExport) return read ? say`From Instagram, read ${read}.` : "";
  if (!read) return taken ? say`From your exports up to ${taken}.` : say`From your exports.`;
  return taken
    ? say`From your exports up to ${taken}, and Instagram, read ${read}.`
    : say`From your exports, and Instagram, read ${read}.`;
}

/** Where the figures are from, and of whom, if that is not one account. */
function sourcesOf({ export: exported, connection }: Profile["sources"], growth: Growth) {
  // The newest that the charts show: this process may not know the profile of the last minute yet.
  const takenAt = growth.exports?.imports.at(-1)?.takenAt ?? exported?.takenAt;
  return {
    hasExport: exported !== undefined,
    text: sourcesText(takenAt, exported !== undefined, connection?.readAt),
    otherAccount:
      growth.isOtherAccount && connection && exported
        ? { connected: connection.account, exported: exported.account ?? say`another account` }
        : undefined,
  };
}
