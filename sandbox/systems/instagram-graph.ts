import { http, type RequestHandler } from "msw";
import type { SandboxAccount, SandboxPost } from "../instagram/account.ts";
import { type CallName, failureAnswer, type GraphFailure } from "../instagram/failures.ts";
import type { Instagram } from "../instagram/instagram.ts";
import type { Scope } from "../instagram/plan.ts";
import { fieldsOf, pick, refusedField } from "./instagram-fields.ts";
import { accountCall, accountInsights, mediumInsights } from "./instagram-insights.ts";
import { commentNode, mediumNode, pageOf } from "./instagram-nodes.ts";

/** What a call is answered from. */
interface Asked {
  account: SandboxAccount;
  url: URL;
  /** The medium in the path. */
  post: SandboxPost | undefined;
}
type Answer = object | { failure: GraphFailure };

/** Instagram gives this many posts and no more, however many there are. */
const mostPosts = 10_000;

/** The graph host's readings, below `/v26.0`. */
export function graphHandlers(
  instagram: Instagram,
  baseUrl: string,
  imagesUrl: string,
): RequestHandler[] {
  const on = (
    path: string,
    named: CallName | ((query: URLSearchParams) => CallName),
    { needs, answer }: { needs: Scope; answer: (asked: Asked) => Answer },
  ) =>
    http.get<{ medium?: string }>(`${baseUrl}/:version${path}`, ({ request, params }) => {
      const url = new URL(request.url);
      const call = typeof named === "string" ? named : named(url.searchParams);
      const bearer = request.headers.get("authorization")?.replace(/^Bearer /i, "");
      const token = instagram.tokens.check(url.searchParams.get("access_token") ?? bearer ?? "");
      const account = "account" in token ? token.account : undefined;
      const limit = account && instagram.limits.count(account);
      const headers = account ? instagram.limits.headers(account) : {};
      const failed = (failure: GraphFailure) => failureAnswer(failure, headers);
      const failure = instagram.failures.take(call, account?.plan.key);
      if (failure) return failed(failure);
      if (!account) return failed({ code: 190, ...token });
      if (limit) return failed({ code: limit, message: `(#${limit}) request limit reached` });
      if (!account.granted.has(needs))
        return failed({
          code: call === "comments" ? 200 : 10,
          message: "Application does not have permission for this action",
        });
      const post = params.medium === undefined ? undefined : account.post(params.medium);
      if (params.medium !== undefined && !post)
        return failed({
          code: 100,
          subcode: 33,
          message: `Unsupported get request. Object with ID '${params.medium}' does not exist`,
        });
      const answered = answer({ account, url, post });
      return "failure" in answered
        ? failed(answered.failure)
        : Response.json(answered, { headers });
    });

  const basic = "instagram_business_basic";
  const insights = "instagram_business_manage_insights";
  return [
    on("/me", "me", { needs: basic, answer: (asked) => me(asked, imagesUrl) }),
    on("/me/media", "media", {
      needs: basic,
      answer: ({ account, url }) =>
        pageOf(account.posts().slice(0, mostPosts), mediumNode(account, imagesUrl), {
          url,
          most: 100,
          usual: 25,
        }),
    }),
    on("/me/insights", accountCall, {
      needs: insights,
      answer: ({ account, url }) => accountInsights(account, url.searchParams),
    }),
    on("/:medium/comments", "comments", {
      needs: "instagram_business_manage_comments",
      answer: ({ url, post }) =>
        pageOf(post?.readComments().toReversed() ?? [], commentNode(url), {
          url,
          most: 50,
          usual: 25,
        }),
    }),
    on("/:medium/insights", "insights", {
      needs: insights,
      answer: ({ account, url, post }) =>
        post ? mediumInsights(account, post, url.searchParams, instagram.clock.asOf()) : {},
    }),
  ];
}

function me({ account, url }: Asked, imagesUrl: string): Answer {
  const node = {
    id: account.appScopedId,
    user_id: account.userId,
    username: account.username,
    name: account.plan.name,
    account_type: account.type,
    profile_picture_url: `${imagesUrl}/avatars/${account.plan.key}.jpg`,
    followers_count: account.followers,
    follows_count: account.following,
    media_count: account.posts().length,
  };
  const fields = fieldsOf(url.searchParams.get("fields") ?? "id,username");
  return refusedField(fields, Object.keys(node), "User") ?? pick(node, fields);
}
