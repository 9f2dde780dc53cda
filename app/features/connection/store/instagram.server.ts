import { env } from "~/env.server";
import {
  demographicsAnswer,
  followsAnswer,
  viewsAnswer,
} from "~/features/connection/rules/account-insights-answer";
import {
  accountAnswer,
  accountFields,
  commentFields,
  commentsAnswer,
  mediaAnswer,
  mediaFields,
  repliesAnswer,
  replyFields,
} from "~/features/connection/rules/reading-answers";
import { readSignedRequest, type SignedRequest } from "~/features/connection/rules/signed-request";
import { grantAnswer, longLivedAnswer } from "~/features/connection/rules/token-answers";
import {
  ask,
  InstagramRefused,
  type NamedAnswer,
  read,
  readNamed,
} from "~/features/connection/store/ask-instagram.server";
import { scopes } from "~/features/history/connection";
import {
  type DayReach,
  type MediumFigures,
  type Metric,
  mediumInsightsAnswer,
  reachAnswer,
} from "~/features/history/insights-answer";
import type { Demographic } from "~/features/history/instagram-counts";
import type { AccessToken } from "~/platform/tokens/access-token";
import { createUpstream } from "~/platform/upstream/upstream.server";
import { day } from "~/platform/values/durations";

// Instagram's own interface (docs/product.md#connection, docs/instagram.md#official-interface). Every call throws an
// `InstagramRefused` where Instagram refuses, with the verdict that says what follows, and an `UpstreamError` where it
// does not answer.

/** The operator's Meta app. Only for where `instagram` is a source of analyses: otherwise it may not be set. */
function metaApp(): { id: string; secret: string } {
  const { INSTAGRAM_APP_ID: id, INSTAGRAM_APP_SECRET: secret } = env;
  if (id === undefined || secret === undefined)
    throw new Error("ANALYSIS_SOURCES does not name instagram");
  return { id, secret };
}

/**
 * What Meta says in the `signed_request` of a deauthorization or a data deletion.
 * @returns undefined if it is not Meta's
 */
export const openSignedRequest = (text: string): SignedRequest | undefined =>
  readSignedRequest(text, metaApp().secret);

/**
 * Where the person allows this app to read. `state` comes back with the code.
 * @param redirectUri the callback's address, of which Instagram compares every character in both steps
 */
export function authorizeAddress(state: string, redirectUri: string): string {
  const query = new URLSearchParams({
    client_id: metaApp().id,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: scopes.join(","),
    state,
  });
  return `${env.INSTAGRAM_LOGIN_URL}/oauth/authorize?${query}`;
}

/** Apart from the daily readings: a person who connects must not wait behind them. */
const forTokens = createUpstream("instagram", { readDeadline: 6_000, writeDeadline: 6_000 });

/**
 * Exchanges the code of the callback, which works once, for a token that lives an hour. Not repeated here: where the
 * answer is lost, the person presses again.
 * @param code with or without the `#_` that Instagram may put behind it
 * @param redirectUri as in `authorizeAddress`
 */
export async function exchangeCode(code: string, redirectUri: string) {
  const { id, secret } = metaApp();
  const form = new URLSearchParams({
    client_id: id,
    client_secret: secret,
    grant_type: "authorization_code",
    redirect_uri: redirectUri,
    code: code.replace(/#_$/, ""),
  });
  const url = `${env.INSTAGRAM_TOKEN_URL}/oauth/access_token`;
  const asked = { upstream: forTokens, call: "exchange", url, form, schema: grantAnswer } as const;
  return (await ask(asked)).value;
}

/** A token that lives 60 days for one that lives an hour. */
export const getLongLivedToken = (token: AccessToken) =>
  askForToken("long-lived", "access_token", {
    grant_type: "ig_exchange_token",
    client_secret: metaApp().secret,
    access_token: token.reveal(),
  });

/** A new token for one that lives 60 days, is 24 hours old at least and has not expired. */
export const refreshToken = (token: AccessToken) =>
  askForToken("refresh", "refresh_access_token", {
    grant_type: "ig_refresh_token",
    access_token: token.reveal(),
  });

async function askForToken(
  call: "long-lived" | "refresh",
  path: string,
  parameters: Record<string, string>,
) {
  const url = `${env.INSTAGRAM_GRAPH_URL}/${path}?${new URLSearchParams(parameters)}`;
  return (await ask({ upstream: forTokens, call, url, schema: longLivedAnswer })).value;
}

/** The connected account. @param isConnecting whether a person waits for it, who must not wait behind readings */
export const getAccount = (token: AccessToken, { isConnecting = false } = {}) =>
  readNamed(
    "fields",
    { call: "me", token, isConnecting, path: "/me", schema: accountAnswer },
    accountFields,
  );

interface Page {
  /** The cursor of the page before; none for the first page. */
  after?: string | null | undefined;
  limit?: number;
}

const pageOf = ({ after, limit }: Page, usual: number) => ({
  limit: String(limit ?? usual),
  ...(after && { after }),
});

/** A page of the account's media, newest first. After `later`, ask for smaller pages. */
export const getMediaPage = (token: AccessToken, page: Page = {}) =>
  readNamed(
    "fields",
    {
      call: "media",
      token,
      path: "/me/media",
      parameters: pageOf(page, 100),
      schema: mediaAnswer,
    },
    mediaFields,
  );

/**
 * A page of a medium's comments, newest first, with who wrote them. Instagram gives 50 to a page at most.
 * @param withReplies whether replies are asked for; where Instagram refuses them, they are `leftOut`
 */
export const getCommentsPage = (
  token: AccessToken,
  mediumId: string,
  { withReplies = true, ...page }: Page & { withReplies?: boolean } = {},
) =>
  readNamed(
    "fields",
    {
      call: "comments",
      token,
      path: `/${encodeURIComponent(mediumId)}/comments`,
      parameters: pageOf(page, 50),
      schema: commentsAnswer,
    },
    withReplies ? commentFields : replyFields,
  );

/** A page of a comment's replies, for those that did not come with it. */
export const getRepliesPage = (token: AccessToken, commentId: string, page: Page) =>
  readNamed(
    "fields",
    {
      call: "comments",
      token,
      path: `/${encodeURIComponent(commentId)}/replies`,
      parameters: pageOf(page, 50),
      schema: repliesAnswer,
    },
    replyFields,
  );

/**
 * A medium's figures, without the metrics that it does not have: these are in `leftOut`. Where Instagram's error does not
 * say which metric is wrong, each is asked for alone, so pass only those that media of this kind had before.
 * @param metrics from `metricsOf`
 */
export async function getMediumInsights(
  token: AccessToken,
  mediumId: string,
  metrics: readonly Metric[],
): Promise<NamedAnswer<MediumFigures, Metric>> {
  const path = `/${encodeURIComponent(mediumId)}/insights`;
  const reading = { call: "insights", token, path, schema: mediumInsightsAnswer } as const;
  try {
    return await readNamed("metric", reading, { optional: metrics });
  } catch (error) {
    if (!isIncomplete(error)) throw error;
    const found: NamedAnswer<MediumFigures, Metric> = {
      value: {},
      usage: error.usage,
      leftOut: [],
    };
    if (metrics.length === 1) return { ...found, leftOut: [...metrics] };
    for (const metric of metrics) {
      const { value, usage, leftOut } = await getMediumInsights(token, mediumId, [metric]);
      Object.assign(found.value, value);
      found.usage = usage;
      found.leftOut.push(...leftOut);
    }
    return found;
  }
}

/** A metric or another parameter is wrong, or one is missing. */
const isIncomplete = (error: unknown): error is InstagramRefused =>
  error instanceof InstagramRefused && error.verdict.kind === "ask-without";

/** Epoch milliseconds, 30 days apart at most. */
interface Time {
  since: number;
  until: number;
}

const ofAccount = "/me/insights";
const longestSpan = 30 * day;
const inSeconds = ({ since, until }: Time) => ({
  since: String(Math.floor(since / 1_000)),
  until: String(Math.floor(until / 1_000)),
});

/**
 * The account's reach of each day, oldest first. Days that were not asked for are left out: the end of a day tells when
 * others began (`beginningOf` in instagram-counts.ts).
 */
export async function getReach(token: AccessToken, time: Time) {
  const { since, until } = time;
  if (until - since > longestSpan) throw new RangeError("Instagram gives 30 days a call at most");
  const answer = await read({
    call: "reach",
    token,
    path: ofAccount,
    parameters: { metric: "reach", period: "day", ...inSeconds(time) },
    schema: reachAnswer,
  });
  const isAsked = ({ endsAt }: DayReach) => endsAt > since - day && endsAt < until + day;
  return { ...answer, value: answer.value.filter(isAsked) };
}

const byFollowType = { metric_type: "total_value", breakdown: "follow_type", period: "day" };

/** How many followed and left on one day of Instagram's; null where it has none. Never repeated: calls are few. */
export const getFollows = (token: AccessToken, time: Time) =>
  read({
    call: "counts",
    token,
    once: true,
    path: ofAccount,
    parameters: { metric: "follows_and_unfollows", ...byFollowType, ...inSeconds(time) },
    schema: followsAnswer,
  });

/** Views by followers and by others. */
export const getViews = (token: AccessToken, time: Time) =>
  read({
    call: "audience",
    token,
    path: ofAccount,
    parameters: { metric: "views", ...byFollowType, ...inSeconds(time) },
    schema: viewsAnswer,
  });

/** The followers' demographics. No source settles whether they need a `timeframe`: it is sent after a refusal. */
export async function getDemographics(token: AccessToken, breakdown: Demographic) {
  const askWith = (more: Record<string, string>) =>
    read({
      call: "audience",
      token,
      path: ofAccount,
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
    if (!isIncomplete(error)) throw error;
    return askWith({ timeframe: "last_30_days" });
  }
}
