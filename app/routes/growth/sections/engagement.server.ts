import { scatterChart } from "~/domain/charts/scatter-chart";
import { formatDate } from "~/domain/dates";
import { engagementSeries } from "~/domain/growth-series/engagement";
import { counted, withCommas } from "~/domain/numbers";
import { type GrowthView, openWay, rangeWords, type ShownSection } from "./section.ts";

const title = "Engagement per post";

/** Likes and comments of each post, and the account's own median (instagram.md 4). */
export function engagementSection({ growth, span, range, knowing }: GrowthView): ShownSection {
  const key = "engagement" as const;
  const { points: posts, median, unknown } = engagementSeries(growth.posts, span);
  const hidden =
    unknown > 0
      ? [
          `${counted(unknown, "post")} with hidden or unknown likes ${unknown === 1 ? "is" : "are"} not shown.`,
        ]
      : [];
  if (posts.length === 0)
    return {
      key,
      title,
      notes: [
        growth.posts.length === 0
          ? "The likes and comments of your posts are not known yet."
          : `No post of ${rangeWords[range]} has known likes and comments.`,
        ...hidden,
      ],
      way:
        growth.posts.length === 0
          ? openWay(
              knowing,
              "connect",
              knowing.isConnected ? "See your connection" : "Connect Instagram",
            )
          : undefined,
    };
  const { drawing, x, y } = scatterChart({
    points: posts.map(({ at, engagement, post }) => ({ at, value: engagement, look: post.kind })),
    median,
    from: span.from,
    to: span.to,
  });
  const middle = withCommas(Math.round(median ?? 0));
  const kinds = new Set(posts.map(({ post }) => post.kind));
  return {
    key,
    title,
    chart: {
      drawing,
      name: title,
      description: `${counted(posts.length, "post")} from ${formatDate(posts[0]?.at ?? 0)} to ${formatDate(posts.at(-1)?.at ?? 0)}. The median of your posts is ${middle} likes and comments.`,
      headline: `Your median: ${middle} likes and comments per post`,
      legend: [
        ...(kinds.has("post") ? [{ look: "post" as const, label: "post" }] : []),
        ...(kinds.has("reel") ? [{ look: "reel" as const, label: "reel" }] : []),
        { look: "median-line", label: "your median" },
      ],
      table: {
        columns: ["Posted", "Kind", "Likes and comments"],
        rows: posts
          .map(({ at, post, engagement }) => ({
            cells: [formatDate(at), post.kind, withCommas(engagement)],
            x: Math.round(x(at) * 10) / 10,
            y: Math.round(y(engagement) * 10) / 10,
          }))
          .reverse(),
      },
    },
    notes: hidden,
  };
}
