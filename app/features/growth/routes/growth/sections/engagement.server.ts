import { scatterChart } from "~/design/charts/drawing/scatter-chart";
import { type EngagementSeries, engagementSeries } from "~/features/growth/engagement";
import { formatDate } from "~/platform/values/dates";
import { counted, withCommas } from "~/platform/values/numbers";
import {
  place,
  rangeWords,
  type SectionInput,
  type ShownSection,
  wayToConnect,
} from "./section.ts";

const key = "engagement" as const;
const title = "Engagement per post";

/** Likes and comments of each post, and the account's own median (instagram.md 4). */
export function engagementSection(view: SectionInput): ShownSection {
  const { points, median, unknown } = engagementSeries(view.growth.posts, view.span);
  const notes =
    unknown > 0
      ? [
          `${counted(unknown, "post")} with hidden or unknown likes ${unknown === 1 ? "is" : "are"} not shown.`,
        ]
      : [];
  if (points.length === 0) return nothingKnown(view, notes);
  return { key, title, chart: chartOf(points, median, view), notes };
}

function nothingKnown(
  { growth, range, knowing }: SectionInput,
  notes: readonly string[],
): ShownSection {
  if (growth.posts.length > 0)
    return {
      key,
      title,
      notes: [`No post of ${rangeWords[range]} has known likes and comments.`, ...notes],
    };
  return {
    key,
    title,
    notes: ["The likes and comments of your posts are not known yet."],
    way: wayToConnect(knowing),
  };
}

function chartOf(
  points: EngagementSeries["points"],
  median: number | undefined,
  { span }: SectionInput,
): ShownSection["chart"] {
  const { drawing, x, y } = scatterChart({
    points: points.map(({ at, engagement, post }) => ({ at, value: engagement, look: post.kind })),
    median,
    from: span.from,
    to: span.to,
  });
  const middle = withCommas(Math.round(median ?? 0));
  const kinds = new Set(points.map(({ post }) => post.kind));
  return {
    drawing,
    name: title,
    description: `${counted(points.length, "post")} from ${formatDate(points[0]?.at ?? 0)} to ${formatDate(points.at(-1)?.at ?? 0)}. The median of your posts is ${middle} likes and comments.`,
    headline: `Your median: ${middle} likes and comments per post`,
    legend: [
      ...(kinds.has("post") ? [{ look: "post" as const, label: "post" }] : []),
      ...(kinds.has("reel") ? [{ look: "reel" as const, label: "reel" }] : []),
      { look: "median-line", label: "your median" },
    ],
    table: {
      columns: ["Posted", "Kind", "Likes and comments"],
      rows: points
        .map(({ at, post, engagement }) => ({
          cells: [formatDate(at), post.kind, withCommas(engagement)],
          x: place(x(at)),
          y: place(y(engagement)),
        }))
        .reverse(),
    },
  };
}
