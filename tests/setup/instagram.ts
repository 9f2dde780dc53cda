import { instagramApp } from "#sandbox/instagram/instagram.ts";
import { scopes } from "#sandbox/instagram/plan.ts";
import { sandbox } from "#tests/setup/outside";

export const { instagram } = sandbox.world;

export const { login, token: tokenHost, graph } = sandbox.addresses.instagram;

export const callback = "http://localhost:3000/connect/instagram";

export const authorizeQuery = (changes: Record<string, string> = {}) =>
  new URLSearchParams({
    client_id: instagramApp.id,
    redirect_uri: callback,
    response_type: "code",
    scope: scopes.join(","),
    state: "the-state",
    ...changes,
  });

/** Chooses an account on the authorize page. @returns where Instagram sends the person */
export async function choose(account: string, fields: Record<string, string> = {}): Promise<URL> {
  const response = await fetch(`${login}/oauth/authorize?${authorizeQuery()}`, {
    method: "POST",
    body: new URLSearchParams({ account, ...fields }),
    redirect: "manual",
  });
  return new URL(response.headers.get("location") ?? "about:blank");
}

export const codeOf = async (account: string, fields?: Record<string, string>) =>
  (await choose(account, fields)).searchParams.get("code") ?? "";

export const exchange = (code: string, changes: Record<string, string> = {}) =>
  fetch(`${tokenHost}/oauth/access_token`, {
    method: "POST",
    body: new URLSearchParams({
      client_id: instagramApp.id,
      client_secret: instagramApp.secret,
      grant_type: "authorization_code",
      redirect_uri: callback,
      code,
      ...changes,
    }),
  });

type Json = Record<string, never>;

export async function ask(path: string, parameters: Record<string, string>): Promise<Json> {
  const response = await fetch(`${graph}${path}?${new URLSearchParams(parameters)}`);
  return (await response.json()) as Json;
}

export const read = (path: string, token: string, parameters: Record<string, string> = {}) =>
  ask(`/v26.0${path}`, { access_token: token, ...parameters });

export const refresh = (access_token: string) =>
  ask("/refresh_access_token", { grant_type: "ig_refresh_token", access_token });
