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

/** How many followed and how many left on one day of Instagram's; null where it has none. Not repeated: two calls a reading are all. */
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

/** Of whom the followers are. Whether a `timeframe` is needed, no source settles: it is said where Instagram refuses without. */
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
