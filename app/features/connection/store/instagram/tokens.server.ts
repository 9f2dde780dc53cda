import { env } from "~/env.server";
import {
  type Grant,
  grantAnswer,
  type LongLived,
  longLivedAnswer,
} from "~/features/connection/rules/token-answers";
import { ask } from "~/features/connection/store/instagram/ask.server";
import { metaApp, redirectUri } from "~/features/connection/store/instagram/settings.server";
import { scopes } from "~/features/history/scopes";
import type { AccessToken } from "~/platform/tokens/access-token";
import { createUpstream } from "~/platform/upstream/upstream.server";

/** Apart from the daily readings: a person who connects must not wait behind them. */
const upstream = createUpstream("instagram", { readDeadline: 6_000, writeDeadline: 6_000 });

/** Where the person allows this app to read. `state` comes back with the code. */
export function authorizeAddress(state: string): string {
  const query = new URLSearchParams({
    client_id: metaApp().id,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: scopes.join(","),
    state,
  });
  return `${env.INSTAGRAM_LOGIN_URL}/oauth/authorize?${query}`;
}

/**
 * Exchanges the code of the callback, which works once, for a token that lives an hour. Not repeated here: where the
 * answer is lost, the person presses again.
 * @param code with or without the `#_` that Instagram may put behind it
 */
export async function exchangeCode(code: string): Promise<Grant> {
  const { id, secret } = metaApp();
  const form = new URLSearchParams({
    client_id: id,
    client_secret: secret,
    grant_type: "authorization_code",
    redirect_uri: redirectUri,
    code: code.replace(/#_$/, ""),
  });
  const url = `${env.INSTAGRAM_TOKEN_URL}/oauth/access_token`;
  return (await ask({ upstream, call: "exchange", url, form, schema: grantAnswer })).value;
}

/** A token that lives 60 days for one that lives an hour. */
export function getLongLivedToken(token: AccessToken): Promise<LongLived> {
  return askForToken("long-lived", "access_token", {
    grant_type: "ig_exchange_token",
    client_secret: metaApp().secret,
    access_token: token.reveal(),
  });
}

/** A new token for one that lives 60 days, is 24 hours old at least and has not expired. */
export function refreshToken(token: AccessToken): Promise<LongLived> {
  return askForToken("refresh", "refresh_access_token", {
    grant_type: "ig_refresh_token",
    access_token: token.reveal(),
  });
}

async function askForToken(
  call: "long-lived" | "refresh",
  path: string,
  parameters: Record<string, string>,
): Promise<LongLived> {
  const url = `${env.INSTAGRAM_GRAPH_URL}/${path}?${new URLSearchParams(parameters)}`;
  return (await ask({ upstream, call, url, schema: longLivedAnswer })).value;
}
