import { createOneUseTokens, type ReadToken } from "~/platform/tokens/one-use-token.server";
import { minute } from "~/platform/values/durations";

/** Milliseconds within which the authenticator's answer must come. */
export const challengeLifetime = 5 * minute;

const challenges = createOneUseTokens("passkey challenge", challengeLifetime);

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
  Buffer.from(challenges.issue(holder(bound))).toString("base64url");

/** Whether a challenge was issued for them and has not expired. It may have been used. */
export const readChallenge = (challenge: string, bound: Bound) =>
  challenges.read(Buffer.from(challenge, "base64url").toString("latin1"), holder(bound));

/** @returns whether this is its first use, in whichever process. @throws UpstreamError if Firestore does not say */
export const redeemChallenge = async (challenge: ReadToken): Promise<boolean> =>
  (await challenges.markUsed(challenge)) === undefined;
