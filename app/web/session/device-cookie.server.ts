import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { accountByEmail } from "~/clients/identity.server";
import { withoutWaiting } from "~/clients/upstream.server";
import { env } from "~/env.server";
import { cookieName, secure } from "~/web/session/session.server";

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

/**
 * `{issued at}.{the account's validSince}.{id}.{keyed digest of these and the e-mail}`: the address itself stands
 * nowhere.
 */
const form = /^((\d{13})\.(\d{1,13})\.([\w-]{22}))\.([\w-]{43})$/;

const digest = (key: Buffer, claims: string, email: string) =>
  createHmac("sha256", key).update(`${claims}.${email.trim().toLowerCase()}`).digest();

interface Entry {
  id: string;
  /** The account's when this browser signed in: a later one ends what the cookie says. */
  validSince: number;
}

/** What an entry of the cookie says of its browser and this e-mail, or undefined where it is about another. */
function entryFor(email: string, text: string): Entry | undefined {
  const [, claims = "", issuedAt, validSince, id = "", given = ""] = form.exec(text) ?? [];
  if (Date.now() >= Number(issuedAt) + lifetime) return undefined;
  const bytes = Buffer.from(given, "base64url");
  const signed = keys.some((key) => {
    const expected = digest(key, claims, email);
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
  return signed ? { id, validSince: Number(validSince) } : undefined;
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
 * The id of a browser that has signed in as this e-mail since its password was last replaced (OWASP, 'device cookies'),
 * or undefined, also where the provider cannot be asked. It lets nobody in: it only counts this browser's attempts
 * apart from strangers'.
 */
export async function knownDevice(request: Request, email: string): Promise<string | undefined> {
  for (const text of await entriesOf(request)) {
    const entry = entryFor(email, text);
    if (!entry) continue;
    const found = accountByEmail(email.trim().toLowerCase());
    const account = await withoutWaiting("identity", found, undefined);
    return account && entry.validSince >= account.validSince ? entry.id : undefined;
  }
  return undefined;
}

/** The cookie by which this browser is known for this e-mail from now on, besides those it was known for. */
export async function rememberDevice(
  request: Request,
  { email, validSince }: { email: string; validSince: number },
): Promise<string> {
  const [key] = keys;
  if (!key) throw new Error("SESSION_SECRETS is empty");
  const others = (await entriesOf(request)).filter((text) => !entryFor(email, text));
  const claims = `${Date.now()}.${validSince}.${randomBytes(16).toString("base64url")}`;
  const entry = `${claims}.${digest(key, claims, email).toString("base64url")}`;
  return cookie.serialize([entry, ...others].slice(0, mostAddresses).join("~"));
}

/** The cookie by which the browser is known to nobody any more. */
export const forgetDevice = () => cookie.serialize("", { maxAge: 0 });
