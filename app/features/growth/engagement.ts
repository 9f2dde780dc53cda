import { formatDate } from "../../platform/values/dates.ts";
import { allOf } from "../../platform/values/listed.ts";
import { counted, withCommas } from "../../platform/values/numbers.ts";
import { say, sentences } from "../../platform/values/say.ts";
import { median } from "../../platform/values/statistics.ts";
import { type ChartRequest, type GrowthChart, wayToConnect } from "./chart.ts";
import type { GrowthPost } from "./growth.ts";
import { isWithin, type Range, type Span } from "./ranges.ts";

export interface EngagementSeries {
  /** Oldest first; only posts whose likes and comments are known. `at` in epoch milliseconds. */
  points: readonly { post: GrowthPost; at: number; engagement: number }[];
  /** The account's own, of all posts that are known, whatever the span; undefined without any. */
  median: number | undefined;
  /** Posts of the span that are not among the points: their likes or comments are hidden or unknown. */
  unknown: number;
}

/** Likes and comments of each post over time (docs/analysis.md#engagement). @param posts of `Growth` */
export function engagementSeries(posts: readonly GrowthPost[], span: Span): EngagementSeries {
  const known = posts
    .flatMap((post) => {
      const { postedAt, likes, comments } = post;
      if (likes === null || comments === null) return [];
      return [{ post, at: postedAt * 1_000, engagement: likes + comments }];
    })
    .sort((a, b) => a.at - b.at);
  const points = known.filter(({ at }) => isWithin(span, at));
  const inSpan = posts.filter(({ postedAt }) => isWithin(span, postedAt * 1_000)).length;
  return {
    points,
    median: median(known.map(({ engagement }) => engagement)),
    unknown: inSpan - points.length,
  };
}

const noPostOf: Record<Range, string> = sentences({
  "4-weeks": "No post of the last 4 weeks has known likes and comments.",
  quarter: "No post of the last quarter has known likes and comments.",
  year: "No post of the last year has known likes and comments.",
  all: "No post of all the time that is known has known likes and comments.",
});

export function engagementChart({ growth, range, span, knowing }: ChartRequest): GrowthChart {
  const key = "engagement";
  const title = { page: say`Engagement per post`, paper: say`Likes and comments per post` };
  const { points, median: middle = 0, unknown } = engagementSeries(growth.posts, span);
  const [first, last] = [points[0], points.at(-1)];
  const unshown = {
    page:
      unknown > 0
        ? [
            unknown === 1
              ? say`1 post with hidden or unknown likes is not shown.`
              : say`${withCommas(unknown)} posts with hidden or unknown likes are not shown.`,
          ]
        : [],
    paper:
      unknown > 0 ? [say`Of ${counted(unknown, "more post")}, likes or comments are unknown.`] : [],
  };
  if (!first || !last) {
    const isKnown = growth.posts.length > 0;
    return {
      key,
      title,
      notes: {
        page: isKnown
          ? [noPostOf[range], ...unshown.page]
          : [say`The likes and comments of your posts are not known yet.`],
        paper: [say`No post of the last year whose likes and comments are known.`],
      },
      way: isKnown ? undefined : wayToConnect(knowing),
    };
  }
  const figure = {
    kind: "points" as const,
    points: points.map(({ at, engagement, post }) => ({ at, value: engagement, look: post.kind })),
    median: middle,
  };
  const posts = counted(points.length, "post");
  const usual = withCommas(Math.round(middle));
  const onPaper = say`Known for ${posts} of the last year; the median of all your posts is ${usual}.`;
  const kinds = new Set(points.map(({ post }) => post.kind));
  return {
    key,
    title,
    drawn: {
      figure: {
        page: { ...figure, ...span },
        paper: { ...figure, from: first.at === last.at ? span.from : first.at, to: last.at },
      },
      headline: {
        page: say`Your median: ${usual} likes and comments per post`,
        paper: onPaper,
      },
      description: {
        page: say`${posts} from ${formatDate(first.at)} to ${formatDate(last.at)}. The median of your posts is ${usual} likes and comments.`,
        paper: say`Points, one for each post. ${onPaper}`,
      },
      legend: allOf(
        kinds.has("post") && { look: "post" as const, page: say`post`, paper: say`Post` },
        kinds.has("reel") && { look: "reel" as const, page: say`reel`, paper: say`Reel` },
        { look: "median-line", page: say`your median`, paper: say`Your median` },
      ),
      table: {
        columns: [say`Posted`, say`Kind`, say`Likes and comments`],
        rows: points
          .map(({ at, post, engagement }) => ({
            cells: [
              formatDate(at),
              post.kind === "reel" ? say`reel` : say`post`,
              withCommas(engagement),
            ],
            at,
            value: engagement,
          }))
          .reverse(),
      },
    },
    notes: unshown,
  };
}
