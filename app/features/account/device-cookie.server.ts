import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { secretKeys } from "~/env.server";
import { accountByEmail } from "~/features/account/identity.server";
import { cookieName, secureCookies } from "~/platform/session/session.server";
import { withoutWaiting } from "~/platform/upstream/upstream.server";
import { day } from "~/platform/values/durations";
import { addressKey } from "~/platform/values/mail-address";

/** Milliseconds that a browser is recognized after its last sign-in. */
const lifetime = 180 * day;
/** E-mail addresses per browser; the most recent sign-in comes first. */
const maxAddresses = 3;

const cookie = createCookie(cookieName("device"), {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  secure: secureCookies,
  maxAge: lifetime / 1_000,
});

const keys = secretKeys("device cookie");

/**
 * One entry of the cookie: `{issued at}.{account's validSince}.{device id}.{HMAC of these and the e-mail}`. The e-mail
 * address itself is not stored.
 */
const entryFormat = /^((\d{13})\.(\d{1,13})\.([\w-]{22}))\.([\w-]{43})$/;

const digest = (key: Buffer, claims: string, email: string) =>
  createHmac("sha256", key)
    .update(`${claims}.${addressKey(email)}`)
    .digest();

interface Entry {
  id: string;
  /** The account's value when this browser signed in. A later value at the provider invalidates the entry. */
  validSince: number;
}

/** The parsed entry, or undefined if it is expired, forged or for another e-mail address. */
function entryFor(email: string, text: string): Entry | undefined {
  const [, claims = "", issuedAt, validSince, id = "", mac = ""] = entryFormat.exec(text) ?? [];
  if (Date.now() >= Number(issuedAt) + lifetime) return undefined;
  const given = Buffer.from(mac, "base64url");
  const authentic = keys.some((key) => {
    const expected = digest(key, claims, email);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return authentic ? { id, validSince: Number(validSince) } : undefined;
}

async function entriesOf(request: Request): Promise<string[]> {
  const value: unknown = await cookie.parse(request.headers.get("cookie"));
  if (typeof value !== "string") return [];
  return value
    .split("~")
    .slice(0, maxAddresses)
    .filter((entry) => entryFormat.test(entry));
}

/**
 * The device id of a browser that has signed in with this e-mail address since its password was last changed (OWASP,
 * 'device cookies'). It grants no access: failed attempts of a known device are only counted apart from strangers'.
 * @returns undefined for an unknown browser, and while the identity provider is unreachable
 */
export async function knownDevice(request: Request, email: string): Promise<string | undefined> {
  for (const text of await entriesOf(request)) {
    const entry = entryFor(email, text);
    if (!entry) continue;
    const found = accountByEmail(email);
    const account = await withoutWaiting("identity", found, undefined);
    return account && entry.validSince >= account.validSince ? entry.id : undefined;
  }
  return undefined;
}

/** The Set-Cookie value that adds this e-mail address to those the browser is known for. */
export async function createDeviceCookie(
  request: Request,
  { email, validSince }: { email: string; validSince: number },
): Promise<string> {
  const [key] = keys;
  const others = (await entriesOf(request)).filter((text) => !entryFor(email, text));
  const claims = `${Date.now()}.${validSince}.${randomBytes(16).toString("base64url")}`;
  const entry = `${claims}.${digest(key, claims, email).toString("base64url")}`;
  return cookie.serialize([entry, ...others].slice(0, maxAddresses).join("~"));
}

/** The Set-Cookie value that removes the device cookie. */
export const clearDeviceCookie = () => cookie.serialize("", { maxAge: 0 });
