import {
  demographicsAnswer,
  followsAnswer,
  viewsAnswer,
} from "~/features/connection/rules/account-insights-answer";
import type { InstagramAnswer } from "~/features/connection/store/instagram/ask.server";
import { read } from "~/features/connection/store/instagram/graph.server";
import { InstagramRefused } from "~/features/connection/store/instagram/refused.server";
import type { AudienceShares, Demographic } from "~/features/history/instagram-counts";
import type { AccessToken } from "~/platform/tokens/access-token";

/** Epoch milliseconds. */
interface Time {
  since: number;
  until: number;
}

const inSeconds = ({ since, until }: Time) => ({
  since: String(Math.floor(since / 1_000)),
  until: String(Math.floor(until / 1_000)),
});

const path = "/me/insights";
const byFollowType = { metric_type: "total_value", breakdown: "follow_type", period: "day" };

/** How many followed and left on one day of Instagram's; null where it has none. Never repeated: calls are few. */
export const getFollows = (token: AccessToken, time: Time) =>
  read({
    call: "counts",
    token,
    once: true,
    path,
    parameters: { metric: "follows_and_unfollows", ...byFollowType, ...inSeconds(time) },
    schema: followsAnswer,
  });

/** Views of at most 30 days, by followers and by others. */
export const getViews = (token: AccessToken, time: Time) =>
  read({
    call: "audience",
    token,
    path,
    parameters: { metric: "views", ...byFollowType, ...inSeconds(time) },
    schema: viewsAnswer,
  });

/** The followers' demographics. No source settles whether they need a `timeframe`: it is sent after a refusal. */
export async function getDemographics(
  token: AccessToken,
  breakdown: Demographic,
): Promise<InstagramAnswer<AudienceShares | null>> {
  const askWith = (more: Record<string, string>) =>
    read({
      call: "audience",
      token,
      path,
      parameters: {
        metric: "follower_demographics",
        period: "lifetime",
        metric_type: "total_value",
        breakdown,
        ...more,
      },
      schema: demographicsAnswer,
    });
  try {
    return await askWith({});
  } catch (error) {
    const isIncomplete = error instanceof InstagramRefused && error.verdict.kind === "ask-without";
    if (!isIncomplete) throw error;
    return askWith({ timeframe: "last_30_days" });
  }
}
