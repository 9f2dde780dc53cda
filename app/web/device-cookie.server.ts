import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { env } from "~/env.server";
import { cookieName, secure } from "~/web/session.server";

/** Milliseconds that a browser stays known after its last sign-in. */
const lifetime = 180 * 86_400_000;
/** Addresses that one browser is known for, the last signed in first. */
const mostAddresses = 3;

const cookie = createCookie(cookieName("device"), {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  secure,
  maxAge: lifetime / 1_000,
});

const keys = env.SESSION_SECRETS.map((secret) =>
  Buffer.from(hkdfSync("sha256", secret, "", "device cookie", 32)),
);

/** `{issued at}.{id}.{keyed digest of these and the e-mail}`: the address itself stands nowhere. */
const form = /^(\d{13})\.([\w-]{22})\.([\w-]{43})$/;

const digest = (key: Buffer, issuedAt: string, id: string, email: string) =>
  createHmac("sha256", key).update(`${issuedAt}.${id}.${email.trim().toLowerCase()}`).digest();

/** The id under which an entry of the cookie knows its browser for this e-mail, or undefined where it does not. */
function idFor(email: string, entry: string): string | undefined {
  const [, issuedAt = "", id = "", given = ""] = form.exec(entry) ?? [];
  if (Date.now() >= Number(issuedAt) + lifetime) return undefined;
  const bytes = Buffer.from(given, "base64url");
  const signed = keys.some((key) => {
    const expected = digest(key, issuedAt, id, email);
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
  return signed ? id : undefined;
}

async function entriesOf(request: Request): Promise<string[]> {
  const value: unknown = await cookie.parse(request.headers.get("cookie"));
  if (typeof value !== "string") return [];
  return value
    .split("~")
    .slice(0, mostAddresses)
    .filter((entry) => form.test(entry));
}

/**
 * The id of a browser that has signed in as this e-mail before (OWASP, 'device cookies'), or undefined. It lets nobody
 * in: it only counts this browser's attempts apart from strangers'.
 */
export async function knownDevice(request: Request, email: string): Promise<string | undefined> {
  for (const entry of await entriesOf(request)) {
    const id = idFor(email, entry);
    if (id) return id;
  }
  return undefined;
}

/** The cookie by which this browser is known for this e-mail from now on, besides those it was known for. */
export async function rememberDevice(request: Request, email: string): Promise<string> {
  const [key] = keys;
  if (!key) throw new Error("SESSION_SECRETS is empty");
  const others = (await entriesOf(request)).filter((entry) => !idFor(email, entry));
  const issuedAt = String(Date.now());
  const id = randomBytes(16).toString("base64url");
  const entry = `${issuedAt}.${id}.${digest(key, issuedAt, id, email).toString("base64url")}`;
  return cookie.serialize([entry, ...others].slice(0, mostAddresses).join("~"));
}

/** The cookie by which the browser is known to nobody any more. */
export const forgetDevice = () => cookie.serialize("", { maxAge: 0 });
