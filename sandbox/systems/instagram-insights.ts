import { chanceFrom } from "../histories/chance.ts";
import type { SandboxAccount, SandboxPost } from "../instagram/account.ts";
import type { CallName, GraphFailure } from "../instagram/failures.ts";
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
  ...(post.kind === "post"
    ? { follows: post.follows, profile_visits: post.profileVisits }
    : watchedOf(post)),
});

/** Milliseconds, and percent of those who saw the beginning. */
function watchedOf({ index }: SandboxPost) {
  const chance = chanceFrom(7_000 + index);
  return {
    ig_reels_avg_watch_time: 2_000 + chance.below(12_000),
    reels_skip_rate: Math.round((15 + chance.next() * 50) * 10) / 10,
  };
}

const known =
  "reach,views,likes,comments,saved,shares,total_interactions,follows,profile_visits,ig_reels_avg_watch_time,reels_skip_rate".split(
    ",",
  );

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

/** What `/me/insights` is asked for, by the app's names for the calls. */
export const accountCall = (query: URLSearchParams): CallName => {
  const metric = query.get("metric");
  if (metric === "follows_and_unfollows") return "counts";
  return metric === "follower_demographics" || metric === "views" ? "audience" : "reach";
};

/** `/me/insights`: only what the app asks for. */
export function accountInsights(account: SandboxAccount, query: URLSearchParams): Answer {
  const metric = query.get("metric") ?? "";
  if (metric === "follower_demographics") return demographicInsights(account, query);
  const isTotal = metric === "follows_and_unfollows" || metric === "views";
  if ((metric !== "reach" && !isTotal) || query.get("period") !== "day")
    return failure(
      100,
      "metric[0] must be one of the following values: reach, follows_and_unfollows, follower_demographics, views",
    );
  if (isTotal && query.get("metric_type") !== "total_value")
    return failure(100, `The metric ${metric} should be specified with metric_type=total_value`);
  const [since, until] = ["since", "until"].map((name) => Number(query.get(name)) * 1_000);
  if (!since || !until || since > until) return failure(100, "since and until are required");
  if (until - since > 30 * day)
    return failure(100, "There cannot be more than 30 days (2592000 s) between since and until");
  if (isTotal) return followTypeInsights(account, metric, since, until);
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

/** Below so many followers Instagram counts neither. */
const fewest = 100;

/** What is unavailable is an empty list; the permission for it is refused with an error. */
function followTypeInsights(
  account: SandboxAccount,
  metric: string,
  since: number,
  until: number,
): Answer {
  if (account.plan.insights === "few-viewers") return failure(10, "Not enough viewers");
  if (account.followers < fewest) return { data: [] };
  if (metric === "views") {
    const { followers, others, unknown } = account.views(since, until);
    return totalOf(account, metric, "follow_type", [
      ["FOLLOWER", followers],
      ["NON_FOLLOWER", others],
      ["UNKNOWN", unknown],
    ]);
  }
  const follows = account.follows(since, until);
  if (!follows) return { data: [] };
  // Of a kind that did not happen Instagram need not say 0.
  const { followed, left } = follows;
  const parts: [string, number][] = [
    ["FOLLOWER", followed],
    ["NON_FOLLOWER", left],
  ];
  return totalOf(
    account,
    metric,
    "follow_type",
    parts.filter(([, value]) => value > 0),
  );
}

function demographicInsights(account: SandboxAccount, query: URLSearchParams): Answer {
  if (query.get("period") !== "lifetime" || query.get("metric_type") !== "total_value")
    return failure(100, "period=lifetime and metric_type=total_value are required");
  const breakdown = query.get("breakdown") ?? "";
  const parts = account.demographics(breakdown);
  if (parts.length === 0)
    return failure(100, "breakdown must be one of: country, city, age, gender");
  if (account.plan.insights === "few-viewers") return failure(10, "Not enough followers");
  if (account.followers < fewest) return { data: [] };
  return totalOf(account, "follower_demographics", breakdown, parts);
}

const totalOf = (
  account: SandboxAccount,
  name: string,
  breakdown: string,
  parts: readonly [name: string, value: number][],
) => ({
  data: [
    {
      name,
      period: "day",
      title: name,
      total_value: {
        value: parts.reduce((sum, [, value]) => sum + value, 0),
        breakdowns: [
          {
            dimension_keys: [breakdown],
            results: parts.map(([part, value]) => ({ dimension_values: [part], value })),
          },
        ],
      },
      id: `${account.userId}/insights/${name}/day`,
    },
  ],
});
