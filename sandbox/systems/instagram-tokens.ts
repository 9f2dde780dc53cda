import { http, type RequestHandler } from "msw";
import { type CallName, failureAnswer } from "../instagram/failures.ts";
import { type Instagram, instagramApp } from "../instagram/instagram.ts";
import { isRefreshable, longLifetime, type SandboxToken } from "../instagram/tokens.ts";

/** `POST /oauth/access_token` of the token host: a code for a token that lives an hour. */
export function exchangeHandlers(instagram: Instagram, baseUrl: string): RequestHandler[] {
  return [
    http.post(`${baseUrl}/oauth/access_token`, async ({ request }) => {
      const failure = instagram.failures.take("exchange", undefined);
      if (failure) return failureAnswer(failure, {});
      const form = new URLSearchParams(await request.text());
      if (form.get("client_id") !== instagramApp.id) return exchangeRefused("Invalid platform app");
      if (form.get("client_secret") !== instagramApp.secret)
        return exchangeRefused("Invalid Client Secret");
      if (form.get("grant_type") !== "authorization_code")
        return exchangeRefused("Invalid grant_type");
      const code = instagram.tokens.redeem(form.get("code") ?? "", form.get("redirect_uri") ?? "");
      if (typeof code === "string") return exchangeRefused(code);
      const { account, granted } = code;
      account.granted = new Set(granted);
      const { text } = instagram.tokens.issue(account, "short");
      if (account.plan.flatAnswers)
        // Met in the wild. The id is a bare number that no double holds.
        return jsonText(`{"access_token":${JSON.stringify(text)},"user_id":${account.userId}}`);
      return Response.json({
        data: [{ access_token: text, user_id: account.userId, permissions: granted.join(",") }],
      });
    }),
  ];
}

/** The two calls of the graph host that give a token for 60 days. */
export function tokenHandlers(instagram: Instagram, baseUrl: string): RequestHandler[] {
  const give = (token: SandboxToken) =>
    Response.json({
      access_token: instagram.tokens.issue(token.account, "long").text,
      token_type: "bearer",
      expires_in: longLifetime,
    });
  const answer = (
    call: CallName,
    request: Request,
    allowed: (token: SandboxToken, query: URLSearchParams) => string | undefined,
  ): Response => {
    const query = new URL(request.url).searchParams;
    const token = instagram.tokens.check(query.get("access_token") ?? "");
    const account = "account" in token ? token.account.plan.key : undefined;
    const failure = instagram.failures.take(call, account);
    if (failure) return failureAnswer(failure, {});
    if (!("account" in token)) return failureAnswer({ code: 190, ...token }, {});
    const wrong = allowed(token, query);
    // With which code Instagram refuses here, no source says.
    return wrong ? failureAnswer({ code: 100, message: wrong }, {}) : give(token);
  };
  return [
    http.get(`${baseUrl}/access_token`, ({ request }) =>
      answer("long-lived", request, ({ kind }, query) => {
        if (query.get("grant_type") !== "ig_exchange_token") return "Invalid grant_type";
        if (query.get("client_secret") !== instagramApp.secret) return "Invalid Client Secret";
        return kind === "short" ? undefined : "Session key invalid. This session has expired";
      }),
    ),
    http.get(`${baseUrl}/refresh_access_token`, ({ request }) =>
      answer("refresh", request, (token, query) => {
        if (query.get("grant_type") !== "ig_refresh_token") return "Invalid grant_type";
        return isRefreshable(token, instagram.clock.now())
          ? undefined
          : "The access token is not at least 24 hours old";
      }),
    ),
  ];
}

const exchangeRefused = (message: string) =>
  Response.json(
    { error_type: "OAuthException", code: 400, error_message: message },
    { status: 400 },
  );

const jsonText = (text: string) =>
  new Response(text, { headers: { "Content-Type": "application/json" } });
