import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { formTokenField } from "~/domain/form-token";
import { env } from "~/env.server";
import { cookieName, secure } from "~/web/session/session.server";

const name = cookieName("browser");
const attributes = `; Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
const inCookies = new RegExp(`(?:^|;\\s*)${name}=([\\w-]{22})(?:;|$)`);

const keys = env.SESSION_SECRETS.map((secret) =>
  Buffer.from(hkdfSync("sha256", secret, "", "form token", 32)),
);

/** What proves that a form was drawn for the browser that sends it, where that does not say so in its headers. */
export interface FormToken {
  value: string;
  /** The cookie that names the browser, where it has none yet. */
  cookie?: string;
}

/** Whether a browser says with each request from where it comes: its forms need no token. */
export const saysWhereFrom = (headers: IncomingHttpHeaders) =>
  headers["sec-fetch-site"] !== undefined;

const random = (bytes: number) => randomBytes(bytes).toString("base64url");

const sign = (key: Buffer, salt: string, browser: string) =>
  createHmac("sha256", key).update(`${salt}.${browser}`).digest();

/** `{salt}.{signature of the salt and the browser's name}`, another one each time: pages are compressed. */
export function formTokenFor(headers: IncomingHttpHeaders): FormToken | undefined {
  const [key] = keys;
  if (saysWhereFrom(headers) || !key) return undefined;
  const known = inCookies.exec(headers.cookie ?? "")?.[1];
  const browser = known ?? random(16);
  const salt = random(9);
  return {
    value: `${salt}.${sign(key, salt, browser).toString("base64url")}`,
    ...(!known && { cookie: `${name}=${browser}${attributes}` }),
  };
}

/** Whether a posted form carries a token that was drawn for this browser. */
export async function carriesFormToken(
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<boolean> {
  const browser = inCookies.exec(headers.cookie ?? "")?.[1];
  if (!browser) return false;
  const token = await readToken(headers["content-type"] ?? "", body);
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
