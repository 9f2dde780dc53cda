import type { SandboxAccount, SandboxPost } from "../instagram/account.ts";
import type { GraphFailure } from "../instagram/failures.ts";
import { metaTime } from "./instagram-nodes.ts";

type Answer = object | { failure: GraphFailure };

const day = 86_400_000;
const failure = (code: number, message: string, subcode?: number): Answer => ({
  failure: { code, message: `(#${code}) ${message}`, ...(subcode !== undefined && { subcode }) },
});

/** The figures of a post by Instagram's names. */
export const insightsOf = (post: SandboxPost): Record<string, number> => ({
  reach: post.reach,
  views: post.views,
  likes: post.likes,
  comments: post.comments,
  saved: post.saved,
  shares: post.shares,
  total_interactions: post.likes + post.comments + post.saved + post.shares,
  ...(post.kind === "post" && { follows: post.follows, profile_visits: post.profileVisits }),
});

const known =
  "reach,views,likes,comments,saved,shares,total_interactions,follows,profile_visits".split(",");

/** `/{media}/insights`. One metric that the medium does not have fails the whole call. */
export function mediumInsights(
  account: SandboxAccount,
  post: SandboxPost,
  query: URLSearchParams,
  asOf: number,
): Answer {
  const asked = (query.get("metric") ?? "").split(",").filter(Boolean);
  if (asked.length === 0) return failure(100, "The parameter metric is required");
  const { insights } = account.plan;
  if (insights === "few-viewers")
    return failure(10, "Not enough viewers for the media to show insights");
  if (insights === "converted" && post.postedAt < asOf - 60 * day)
    return {
      failure: { code: 100, subcode: 2_108_006, message: "Invalid parameter" },
    };
  const strange = asked.findIndex((metric) => !known.includes(metric));
  if (strange >= 0)
    return failure(100, `metric[${strange}] must be one of the following values: ${known}`);
  const figures = insightsOf(post);
  const lacking = asked.find((metric) => figures[metric] === undefined);
  if (lacking)
    return failure(
      100,
      `The Media Insights API does not support the ${lacking} metric for this media product type.`,
    );
  if (insights === "shares" && asked.includes("shares"))
    return failure(100, "The metric shares is not supported for this media type");
  if (insights === "vague" && asked.includes("views")) return failure(100, "Invalid parameter");
  // Kept two years.
  if (post.postedAt < asOf - 730 * day) return { data: [] };
  return {
    data: asked.map((name) => ({
      name,
      period: "lifetime",
      // Newer metrics come as a total.
      ...(name === "views"
        ? { total_value: { value: figures[name] } }
        : { values: [{ value: figures[name] }] }),
      title: name,
      id: `${post.id}/insights/${name}/lifetime`,
    })),
  };
}

/** `/me/insights`: only what the app asks for. */
export function reachInsights(account: SandboxAccount, query: URLSearchParams): Answer {
  if (query.get("metric") !== "reach" || query.get("period") !== "day")
    return failure(100, "metric[0] must be one of the following values: reach");
  const [since, until] = ["since", "until"].map((name) => Number(query.get(name)) * 1_000);
  if (!since || !until || since > until) return failure(100, "since and until are required");
  if (until - since > 30 * day)
    return failure(100, "There cannot be more than 30 days (2592000 s) between since and until");
  const values = account
    .reach(since, until)
    .map(({ endsAt, reach }) => ({ value: reach, end_time: metaTime(endsAt) }));
  if (values.length === 0) return { data: [] };
  return {
    data: [
      {
        name: "reach",
        period: "day",
        values,
        title: "Reach",
        id: `${account.userId}/insights/reach/day`,
      },
    ],
  };
}
