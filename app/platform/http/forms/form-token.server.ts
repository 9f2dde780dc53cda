import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { secretKeys } from "~/env.server";
import { cookieName, secureCookies } from "~/platform/session/session.server";
import { formTokenField } from "~/platform/values/form-token";

const browserCookie = cookieName("browser");
const attributes = `; Path=/; HttpOnly; SameSite=Lax${secureCookies ? "; Secure" : ""}`;
const browserId = new RegExp(`(?:^|;\\s*)${browserCookie}=([\\w-]{22})(?:;|$)`);

const keys = secretKeys("form token");

/** A CSRF token for browsers that send no `Sec-Fetch-Site` header: it ties a form to the browser it was rendered for. */
export interface IssuedFormToken {
  value: string;
  /** The Set-Cookie value with a new browser id, for a browser that has none yet. */
  cookie?: string;
}

/** Whether the browser sends fetch metadata with each request, so that its forms need no token. */
export const sendsFetchMetadata = (headers: IncomingHttpHeaders) =>
  headers["sec-fetch-site"] !== undefined;

const random = (bytes: number) => randomBytes(bytes).toString("base64url");

const sign = (key: Buffer, salt: string, browser: string) =>
  createHmac("sha256", key).update(`${salt}.${browser}`).digest();

/**
 * `{salt}.{HMAC of the salt and the browser id}`. The salt is new for each page, since a constant secret in a compressed
 * page can be guessed (BREACH).
 */
export function issueFormToken(headers: IncomingHttpHeaders): IssuedFormToken | undefined {
  const [key] = keys;
  if (sendsFetchMetadata(headers)) return undefined;
  const existing = browserId.exec(headers.cookie ?? "")?.[1];
  const browser = existing ?? random(16);
  const salt = random(9);
  return {
    value: `${salt}.${sign(key, salt, browser).toString("base64url")}`,
    ...(!existing && { cookie: `${browserCookie}=${browser}${attributes}` }),
  };
}

/** Whether a posted form contains a token that was issued for this browser. */
export async function hasValidFormToken(
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<boolean> {
  return isValidFormToken(headers, await readToken(headers["content-type"] ?? "", body));
}

/** Whether a token was issued for this browser. */
export function isValidFormToken(headers: IncomingHttpHeaders, token: string): boolean {
  const browser = browserId.exec(headers.cookie ?? "")?.[1];
  if (!browser) return false;
  const [salt = "", signature = ""] = token.split(".");
  const given = Buffer.from(signature, "base64url");
  return keys.some((key) => {
    const expected = sign(key, salt, browser);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

async function readToken(type: string, body: Buffer): Promise<string> {
  try {
    const sent = new Response(new Uint8Array(body), { headers: { "content-type": type } });
    const token = (await sent.formData()).get(formTokenField);
    return typeof token === "string" ? token : "";
  } catch {
    return "";
  }
}
