import { randomBytes } from "node:crypto";
import { type AccountState, accountByUidNow } from "~/features/account/identity.server";
import { maxPasskeys, passkeyName, recentSignIn } from "~/features/ways-in/rules/passkeys";
import { passkeyNameFor } from "~/features/ways-in/rules/way-in";
import { tellOfChange } from "~/features/ways-in/services/outbox/access-letter.server";
import {
  challengeLifetime,
  issueChallenge,
  readChallenge,
  redeemChallenge,
} from "~/features/ways-in/services/passkeys/challenge.server";
import { passkeyRefusals } from "~/features/ways-in/services/passkeys/sign-in.server";
import {
  algorithms,
  readRegistration,
  verifyRegistration,
} from "~/features/ways-in/services/passkeys/verify.server";
import {
  keepPasskey,
  passkeyKeyOf,
  passkeysOf,
  removePasskey,
} from "~/features/ways-in/store/passkeys.server";
import type { Subscriber } from "~/platform/session/session.server";
import { unlessDown } from "~/platform/upstream/upstream.server";
import { messageFor } from "~/platform/values/identity-messages";
import { say } from "~/platform/values/say";

/** Why no passkey was added, and what is said of it. */
export const passkeyProblems = () => ({
  stale: messageFor("auth/requires-recent-login"),
  malformed: passkeyRefusals.malformed,
  foreign: say`This passkey was made on another page or before you signed in again. Try again here.`,
  expired: passkeyRefusals.expired,
  used: passkeyRefusals.used,
  unproven: say`We could not verify this passkey. Nothing was added. Try again.`,
  full: say`An account has at most ${maxPasskeys} passkeys. Remove one first.`,
  known: say`This passkey is in use already, for this account or another.`,
});
export type AddProblem = keyof ReturnType<typeof passkeyProblems>;

/** Whether the session is recent enough to add a passkey. */
export const isRecent = ({ signedInAt }: { signedInAt: number }) =>
  Date.now() < signedInAt + recentSignIn;

/**
 * The session's account; undefined if its sessions were ended since. Not from the cache, which lets an ended session go
 * on for a minute: a passkey that is added in that minute would let its holder in for good.
 */
async function accountOf({ uid, validSince }: Subscriber): Promise<AccountState | undefined> {
  const account = await accountByUidNow(uid);
  return account && !account.disabled && validSince >= account.validSince ? account : undefined;
}

const hasEnded = async (session: Subscriber) => (await accountOf(session)) === undefined;

/** What the browser needs to make a passkey: WebAuthn's creation options as JSON. @param relyingParty its id */
export async function passkeyOptions(session: Subscriber, relyingParty: string) {
  if (!isRecent(session)) return { problem: "stale" as const };
  const listed = await passkeysOf(session.uid);
  if (listed.length >= maxPasskeys) return { problem: "full" as const };
  const kept = listed.flatMap(({ passkey }) => passkey ?? []);
  // Not the uid: authenticators show and synchronise it.
  const userHandle = kept[0]?.userHandle ?? randomBytes(32).toString("base64url");
  const { uid, sessionId, email } = session;
  return {
    options: {
      rp: { id: relyingParty, name: "Profile Analyzer" },
      user: { id: userHandle, name: email, displayName: email },
      challenge: issueChallenge({ to: "session", uid, sessionId, userHandle }),
      pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key" as const, alg })),
      timeout: challengeLifetime,
      excludeCredentials: kept.map(({ credentialId, transports }) => ({
        type: "public-key" as const,
        id: credentialId,
        transports,
      })),
      authenticatorSelection: {
        residentKey: "required" as const,
        requireResidentKey: true,
        userVerification: "required" as const,
      },
      attestation: "none" as const,
    },
  };
}

interface Posted {
  /** What the authenticator answered, as JSON. */
  answer: string;
  userHandle: string;
  /** Empty: named by the browser. */
  name: string;
}

/** Adds a passkey, and tells the owner by letter. @returns why not */
export async function addPasskey(
  session: Subscriber,
  { answer, userHandle, name }: Posted,
  userAgent: string,
): Promise<AddProblem | undefined> {
  if (!isRecent(session)) return "stale";
  const read = readRegistration(answer);
  if (!read) return "malformed";
  const { uid, sessionId } = session;
  const challenge = readChallenge(read.challenge, { to: "session", uid, sessionId, userHandle });
  if (challenge.verdict !== "valid") return challenge.verdict;
  const made = await verifyRegistration(read);
  if (!made) return "unproven";
  const account = await accountOf(session);
  if (!account) return "stale";
  if (!(await redeemChallenge(challenge))) return "used";
  const kept = await keepPasskey({
    ...made,
    uid,
    userHandle,
    name: passkeyName(name) ?? passkeyNameFor(userAgent),
    isProven: account.emailVerified,
    createdAt: Date.now(),
  });
  if (kept !== "kept") return kept;
  // Whoever has ended the sessions meanwhile could not see this passkey, and did not remove it.
  if (await unlessDown(hasEnded(session))) {
    await removePasskey(uid, passkeyKeyOf(made.credentialId));
    return "stale";
  }
  await tellOfChange(session, "passkey-added", userAgent);
  return undefined;
}
