import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { cookieName, secureCookies } from "~/platform/session/session.server";
import { sign, verify } from "~/platform/tokens/tokens.server";
import { formTokenField } from "~/platform/values/form-token";

const browserCookie = cookieName("browser");
const attributes = `; Path=/; HttpOnly; SameSite=Lax${secureCookies ? "; Secure" : ""}`;
const browserId = new RegExp(`(?:^|;\\s*)${browserCookie}=([\\w-]{22})(?:;|$)`);

/** A CSRF token for browsers that send no `Sec-Fetch-Site` header: it ties a form to the browser it was rendered for. */
export interface IssuedFormToken {
  value: string;
  /** The Set-Cookie value with a new browser id, for a browser that has none yet. */
  cookie?: string;
}

/** Whether the browser sends fetch metadata with each request, so that its forms need no token. */
export const sendsFetchMetadata = (headers: IncomingHttpHeaders) =>
  headers["sec-fetch-site"] !== undefined;

/** A new one for each page, since a constant secret in a compressed page can be guessed (BREACH). */
export function issueFormToken(headers: IncomingHttpHeaders): IssuedFormToken | undefined {
  if (sendsFetchMetadata(headers)) return undefined;
  const existing = browserId.exec(headers.cookie ?? "")?.[1];
  const browser = existing ?? randomBytes(16).toString("base64url");
  return {
    value: sign("form token", [browser]),
    ...(!existing && { cookie: `${browserCookie}=${browser}${attributes}` }),
  };
}

/** Whether a posted form contains a token that was issued for this browser. */
export async function hasValidFormToken(
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<boolean> {
  const type = headers["content-type"] ?? "";
  const read = async () =>
    new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData();
  const token = (await read().catch(() => undefined))?.get(formTokenField);
  return typeof token === "string" && isValidFormToken(headers, token);
}

/** Whether a token was issued for this browser. */
export function isValidFormToken(headers: IncomingHttpHeaders, token: string): boolean {
  const browser = browserId.exec(headers.cookie ?? "")?.[1];
  return browser !== undefined && verify("form token", token, [browser]).verdict === "valid";
}
