import { type AccountState, accountByUidNow } from "~/features/account/identity.server";
import type { Subscription } from "~/features/account/subscription";
import {
  askAhead,
  enter,
  reportFailure,
  type SignedInAccount,
  type SignIn,
  signInUnavailable,
  type Visitor,
} from "~/features/ways-in/services/enter.server";
import { tellOfChange } from "~/features/ways-in/services/outbox/access-letter.server";
import {
  readChallenge,
  redeemChallenge,
} from "~/features/ways-in/services/passkeys/challenge.server";
import {
  type Assertion,
  type PasskeyAnswer,
  readAssertion,
  verifyAssertion,
} from "~/features/ways-in/services/passkeys/verify.server";
import {
  beginPasskeyTry,
  countPasskeyAnswer,
} from "~/features/ways-in/services/sign-in-limits.server";
import {
  type Passkey,
  passkeyById,
  savePasskeyUse,
} from "~/features/ways-in/store/passkeys.server";
import type { Verified } from "~/platform/tokens/tokens.server";
import { orElse } from "~/platform/upstream/upstream.server";
import { messageFor } from "~/platform/values/identity-messages";
import { sentence, sentences } from "~/platform/values/say";

/** Why nobody gets in with a passkey, and what is said of it. */
export const passkeyRefusals = sentences({
  malformed: messageFor("auth/argument-error"),
  foreign: "This passkey was used on another page or in another browser. Try again here.",
  expired: "That took longer than five minutes. Try again.",
  used: "This was sent once already. Try again.",
  unknown:
    "We do not know this passkey. It may have been removed from your account. Sign in another way.",
  unproven: "We could not verify this passkey. Try again, or sign in another way.",
  disabled: messageFor("auth/user-disabled"),
  suspect:
    "This passkey may have been copied, so it no longer signs in. Sign in another way, then remove it under Security.",
  unconfirmed:
    "This passkey was added before the account's email was confirmed, so it no longer signs in. Sign in another way, then remove it under Security and add a new one.",
} as const);

type RefusedFor = keyof typeof passkeyRefusals;

interface PasskeyVisitor extends Visitor {
  /** The random id of the browser that the challenge was issued for; undefined if it has none. */
  browser: string | undefined;
  /** Device id, if the browser has signed in to this account before. */
  knownDevice: (account: AccountState) => Promise<string | undefined>;
}

type Proof =
  | { account: SignedInAccount; subscriptions: Promise<Subscription[]> }
  | { refusedFor: RefusedFor; email?: string }
  | { wait: number };

/** Signs in with what an authenticator answered. @param posted the answer as JSON */
export async function signInWithPasskey(posted: string, visitor: PasskeyVisitor): Promise<SignIn> {
  const { userAgent, clientAddress } = visitor;
  return orElse(
    async () => {
      const wait = await countPasskeyAnswer(clientAddress);
      const proof = wait === undefined ? await prove(posted, visitor) : { wait };
      if ("wait" in proof) {
        const message = messageFor("auth/too-many-requests");
        return { outcome: "limited", message, wait: proof.wait };
      }
      if ("account" in proof)
        return await enter(proof.account, { way: "passkey", userAgent }, proof.subscriptions);
      reportFailure("sign_in_failed", `passkey/${proof.refusedFor}`, proof.email ?? "", userAgent);
      return { outcome: "refused", message: passkeyRefusals[proof.refusedFor] };
    },
    (failure) => {
      const answer = signInUnavailable(failure, { email: "", userAgent });
      return failure.system === "firestore" ? { ...answer, message: passkeysUnavailable } : answer;
    },
  );
}

const passkeysUnavailable = sentence(
  "We cannot check passkeys right now. Sign in another way, or try again in a moment.",
);

async function prove(posted: string, visitor: PasskeyVisitor): Promise<Proof> {
  const read = readAssertion(posted);
  if (!read) return { refusedFor: "malformed" };
  const { browser } = visitor;
  const challenge = browser && readChallenge(read.challenge, { to: "browser", browser });
  if (!challenge) return { refusedFor: "foreign" };
  if (challenge.verdict !== "valid") return { refusedFor: challenge.verdict };
  const passkey = await passkeyById(read.answer.id);
  // Read before the proof is checked, so that a session never outlives what ends all sessions of the account meanwhile.
  const account = passkey && (await accountByUidNow(passkey.uid));
  const attempt = await beginPasskeyTry(
    visitor.clientAddress,
    account && (await visitor.knownDevice(account)),
  );
  if (!attempt.allowed) return { wait: attempt.wait };
  if (!passkey || !account) return { refusedFor: "unknown" };
  const { uid, email, validSince } = account;
  const use = await check(passkey, read, account);
  if (typeof use === "string") return { refusedFor: use, email };
  const subscriptions = askAhead(account);
  const refusedFor = await save(passkey, use, challenge, account);
  if (refusedFor) return { refusedFor, email };
  await attempt.succeeded();
  return { account: { uid, email, validSince }, subscriptions };
}

type Use = Parameters<typeof savePasskeyUse>[1];

/** Checks the proof. @returns the use of the passkey, or why nobody gets in */
async function check(
  passkey: Passkey,
  read: PasskeyAnswer<Assertion>,
  { disabled, emailVerified }: AccountState,
): Promise<Use | RefusedFor> {
  const use = await verifyAssertion(passkey, read);
  if (!use) return "unproven";
  if (disabled) return "disabled";
  return emailVerified && !passkey.isProven ? "unconfirmed" : use;
}

/** Uses the challenge up and saves the use. @returns why nobody gets in */
async function save(
  passkey: Passkey,
  use: Use,
  challenge: Verified,
  { uid, email }: AccountState,
): Promise<RefusedFor | undefined> {
  if (!(await redeemChallenge(challenge))) return "used";
  const saved = await savePasskeyUse(passkey, use);
  if (saved === "saved") return undefined;
  if (saved === "gone") return "unknown";
  if (saved === "cloned") await tellOfChange({ uid, email }, "passkey-suspect");
  return "suspect";
}
