import { randomBytes } from "node:crypto";
import { cookieName, ownCookie } from "~/platform/session/session.server";
import { signedPurposes } from "~/platform/tokens/purposes";
import { sign, useOnce, type Verified, verify } from "~/platform/tokens/tokens.server";
import { minute } from "~/platform/values/durations";

/** Milliseconds within which the authenticator's answer must come. */
export const challengeLifetime = signedPurposes["passkey challenge"].lifetime;

/** Whom a challenge is for: a browser that wants in, or a session that adds a passkey under this user handle. */
export type Bound =
  | { to: "browser"; browser: string }
  | { to: "session"; uid: string; sessionId: string; userHandle: string };

const holder = (bound: Bound) =>
  bound.to === "browser"
    ? [bound.to, bound.browser]
    : [bound.to, bound.uid, bound.sessionId, bound.userHandle];

/** A challenge in base64url, as WebAuthn takes it. */
export const issueChallenge = (bound: Bound): string =>
  Buffer.from(sign("passkey challenge", holder(bound))).toString("base64url");

/** Whether a challenge was issued for them and has not expired. It may have been used. */
export const readChallenge = (challenge: string, bound: Bound) =>
  verify(
    "passkey challenge",
    Buffer.from(challenge, "base64url").toString("latin1"),
    holder(bound),
  );

/** @returns whether this is its first use, in whichever process. @throws UpstreamError if Firestore does not say */
export const redeemChallenge = async (challenge: Verified): Promise<boolean> =>
  (await useOnce("passkey challenge", challenge)) === undefined;

/** Longer than a challenge lives, so that the answer to the last one still finds its browser. */
const browserLifetime = 10 * minute;

const cookie = ownCookie(cookieName("passkey-browser"), browserLifetime, "strict");

const browserForm = /^[\w-]{22}$/;

/** The random id of a browser that has asked for a passkey's challenge; undefined if it has none. */
export async function passkeyBrowser(request: Request): Promise<string | undefined> {
  const value: unknown = await cookie.parse(request.headers.get("cookie"));
  return typeof value === "string" && browserForm.test(value) ? value : undefined;
}

/** The browser's id, its own if it has one, and the Set-Cookie value that keeps it ten minutes longer. */
export async function keepPasskeyBrowser(
  request: Request,
): Promise<{ browser: string; cookie: string }> {
  const browser = (await passkeyBrowser(request)) ?? randomBytes(16).toString("base64url");
  return { browser, cookie: await cookie.serialize(browser) };
}

/** The Set-Cookie value that removes it. */
export const clearPasskeyBrowser = () => cookie.serialize("", { maxAge: 0 });
