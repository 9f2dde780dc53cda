import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { markStateUsed } from "~/clients/used-states.server";
import { secretKeys } from "~/env.server";

/** Milliseconds within which the authenticator's answer must come. */
export const challengeLifetime = 5 * 60_000;

/** Milliseconds after which a mark is no longer needed: the challenge has expired by every container's clock. */
const markedFor = 2 * challengeLifetime;

/** `{issued at}.{random}.{HMAC of these and of whom it is for}`. It says nothing of the session, browser or account. */
const form = /^((\d{13})\.([\da-f]{32}))\.([\w-]{43})$/;

const keys = secretKeys("passkey challenge");

/** Whom a challenge is for: a browser that wants in, or a session that adds a passkey under this user handle. */
export type Bound =
  | { to: "browser"; browser: string }
  | { to: "session"; uid: string; sessionId: string; userHandle: string };

const sign = (key: Buffer, claims: string, bound: Bound) => {
  const parts =
    bound.to === "browser" ? [bound.browser] : [bound.uid, bound.sessionId, bound.userHandle];
  return createHmac("sha256", key)
    .update(JSON.stringify([claims, bound.to, ...parts]))
    .digest();
};

/** A challenge in base64url. Nothing is kept of it until it is used. */
export function issueChallenge(bound: Bound): string {
  const [key] = keys;
  if (!key) throw new Error("SESSION_SECRETS is empty");
  const claims = `${Date.now()}.${randomBytes(16).toString("hex")}`;
  return Buffer.from(`${claims}.${sign(key, claims, bound).toString("base64url")}`).toString(
    "base64url",
  );
}

export type Challenge =
  | { verdict: "valid"; id: string; issuedAt: number }
  /** `foreign`: for another browser or session, or not ours at all. */
  | { verdict: "expired" | "foreign" };

/** Whether a challenge was issued for them and has not expired. It may have been used. */
export function readChallenge(challenge: string, bound: Bound): Challenge {
  const text = Buffer.from(challenge, "base64url").toString("latin1");
  const [, claims = "", issued, id = "", mac = ""] = form.exec(text) ?? [];
  const given = Buffer.from(mac, "base64url");
  const isOurs = keys.some((key) => {
    const expected = sign(key, claims, bound);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isOurs) return { verdict: "foreign" };
  const issuedAt = Number(issued);
  if (Date.now() >= issuedAt + challengeLifetime) return { verdict: "expired" };
  return { verdict: "valid", id, issuedAt };
}

/** @returns whether this is its first use, in whichever process. @throws UpstreamError if Firestore does not say */
export const redeemChallenge = async (id: string, issuedAt: number): Promise<boolean> =>
  (await markStateUsed(id, issuedAt + markedFor)) === undefined;
