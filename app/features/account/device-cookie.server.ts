import { type AccountState, accountByEmail } from "~/features/account/identity.server";
import { cookieName, ownCookie } from "~/platform/session/session.server";
import { signedPurposes } from "~/platform/tokens/purposes";
import { sign, verify } from "~/platform/tokens/tokens.server";
import { withoutWaiting } from "~/platform/upstream/upstream.server";
import { addressKey } from "~/platform/values/mail-address";

/** E-mail addresses per browser; the most recent sign-in comes first. */
const maxAddresses = 3;

const cookie = ownCookie(cookieName("device"), signedPurposes["device cookie"].lifetime);

interface Entry {
  id: string;
  /** The account's value when this browser signed in. A later value at the provider invalidates the entry. */
  validSince: number;
}

/** An entry of the cookie, or undefined if it is expired, forged or for another e-mail address, which does not stand in it. */
function entryFor(email: string, text: string): Entry | undefined {
  const read = verify("device cookie", text, [addressKey(email)]);
  return read.verdict === "valid" ? { id: read.id, validSince: Number(read.content) } : undefined;
}

const isEntry = (text: string) => /^[\w.-]{1,120}$/.test(text);

async function entriesOf(request: Request): Promise<string[]> {
  const value: unknown = await cookie.parse(request.headers.get("cookie"));
  if (typeof value !== "string") return [];
  return value.split("~").slice(0, maxAddresses).filter(isEntry);
}

/**
 * The device id of a browser that has signed in with this e-mail address since its password was last changed (OWASP,
 * 'device cookies'). It grants no access: failed attempts of a known device are only counted apart from strangers'.
 * @param known the account with this address, if it was just read
 * @returns undefined for an unknown browser, and while the identity provider is unreachable
 */
export async function knownDevice(
  request: Request,
  email: string,
  known?: AccountState,
): Promise<string | undefined> {
  for (const text of await entriesOf(request)) {
    const entry = entryFor(email, text);
    if (!entry) continue;
    const account = known ?? (await withoutWaiting("identity", accountByEmail(email), undefined));
    return account && entry.validSince >= account.validSince ? entry.id : undefined;
  }
  return undefined;
}

/** The Set-Cookie value that adds this e-mail address to those the browser is known for. */
export async function createDeviceCookie(
  request: Request,
  { email, validSince }: { email: string; validSince: number },
): Promise<string> {
  const others = (await entriesOf(request)).filter((text) => !entryFor(email, text));
  const entry = sign("device cookie", [addressKey(email)], String(validSince));
  return cookie.serialize([entry, ...others].slice(0, maxAddresses).join("~"));
}

/** The Set-Cookie value that removes the device cookie. */
export const clearDeviceCookie = () => cookie.serialize("", { maxAge: 0 });
