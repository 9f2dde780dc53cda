import { signedPurposes } from "~/platform/tokens/purposes";
import { sign, useOnce, type Verified, verify } from "~/platform/tokens/tokens.server";

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
