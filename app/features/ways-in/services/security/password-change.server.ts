import {
  type Account,
  type IdentityRefusal,
  isRefusal,
  setPassword,
} from "~/features/account/identity.server";
import { timesLeaked } from "~/features/account/password-leaks.server";
import type { SignedInAccount, Visitor } from "~/features/ways-in/services/enter.server";
import { tellOfChange } from "~/features/ways-in/services/outbox/access-letter.server";
import { checkPassword } from "~/features/ways-in/services/password-sign-in.server";
import { endAllSessions } from "~/features/ways-in/services/security/end-sessions.server";
import { beginPasswordTry } from "~/features/ways-in/services/sign-in-limits.server";
import { signInWithPassword } from "~/features/ways-in/store/passwords.server";
import { isUnanswered, isUnsent, orElse } from "~/platform/upstream/upstream.server";
import { messageFor } from "~/platform/values/identity-messages";
import { sentence } from "~/platform/values/say";
import { withinAnswerTime } from "~/platform/work/deadline.server";

export type OwnPasswordChange =
  /** `leaks`: whether the new one could be looked for in known leaks; `off` where no service is set. */
  | { outcome: "changed"; account: SignedInAccount; leaks: Exclude<Leaks, "leaked"> }
  /** Changed, but it is not known whether the other sessions have ended. */
  | { outcome: "changed-only" }
  /** Somebody else has changed it since. */
  | { outcome: "changed-again" }
  | { outcome: "refused"; field: "present" | "password"; message: string }
  | { outcome: "leaked" }
  | { outcome: "limited"; wait: number }
  /** The provider did not answer. `isUnchanged`: the password is certainly the present one. */
  | { outcome: "unavailable"; isUnchanged: boolean };

type Leaks = "leaked" | "clear" | "down" | "off";

interface Changing extends Visitor {
  /** Device id, if the browser has signed in as this e-mail before. */
  device: string | undefined;
  /** When the request began, by `performance.now()`. */
  begun: number;
}

interface Passwords {
  present: string;
  next: string;
}

/**
 * Changes the password of a subscriber who knows the present one, ends every session of the account, and proves the new
 * password, so that this browser's next session can begin with it.
 */
export async function changeOwnPassword(
  owner: Account,
  passwords: Passwords,
  visitor: Changing,
): Promise<OwnPasswordChange> {
  const state: Course = { isSetBegun: false, isAnswered: false };
  return orElse(withinAnswerTime(change(owner, passwords, visitor, state), visitor.begun), () => {
    state.isAnswered = true;
    return { outcome: "unavailable", isUnchanged: !state.isSetBegun };
  });
}

/** How far a change has come. The work goes on after the answer. */
interface Course {
  isSetBegun: boolean;
  isAnswered: boolean;
}

async function change(
  owner: Account,
  { present, next }: Passwords,
  visitor: Changing,
  state: Course,
): Promise<OwnPasswordChange> {
  // Beside the check of the current password. The result is told only to somebody who knows that.
  const looked = lookForLeaks(next);
  const proof = await provePresent(owner, present, visitor);
  if ("outcome" in proof) return proof;
  const leaks = await looked;
  if (leaks === "leaked") return { outcome: "leaked" };
  // The person was told that nothing has changed.
  if (state.isAnswered) return { outcome: "unavailable", isUnchanged: true };
  state.isSetBegun = true;
  const refusal = await setSurely(owner, next);
  if (refusal) return refused("password", messageFor(refusal.code));
  const [renewed] = await Promise.all([
    renew(owner, next, proof.validSince),
    tellOfChange(owner, "password-changed", visitor.userAgent),
  ]);
  return "outcome" in renewed ? renewed : { outcome: "changed", account: renewed, leaks };
}

async function lookForLeaks(password: string): Promise<Leaks> {
  return orElse(
    async () => {
      const times = await timesLeaked(password);
      if (times === undefined) return "off";
      return times > 0 ? "leaked" : "clear";
    },
    () => "down",
  );
}

/** Each try counts as a sign-in attempt, so that the limits on guessing a password cannot be bypassed here. */
async function provePresent(
  { uid, email }: Account,
  password: string,
  { clientAddress, device }: Changing,
): Promise<SignedInAccount | OwnPasswordChange> {
  const attempt = await beginPasswordTry(email, clientAddress, device);
  if (!attempt.allowed) return { outcome: "limited", wait: attempt.wait };
  const proof = await checkPassword(email, password).catch(async (error: unknown) => {
    if (isUnanswered(error)) await attempt.undecided();
    throw error;
  });
  if (!isRefusal(proof)) {
    // The address may have gone to another account since this session began.
    if (proof.uid !== uid) return refused("present", wrongPresent);
    await attempt.succeeded();
    return proof;
  }
  return refused("present", wrongCodes.has(proof.code) ? wrongPresent : messageFor(proof.code));
}

const wrongPresent = sentence("This is not your current password.");

/** How providers say that address and password do not belong together. */
const wrongCodes = new Set([
  "auth/wrong-password",
  "auth/invalid-credential",
  "auth/user-not-found",
]);

/** If the provider's answer is lost, asks it which password it has. @throws UpstreamError if it does not say */
async function setSurely(
  { uid, email }: Account,
  password: string,
): Promise<IdentityRefusal | undefined> {
  return orElse(setPassword(uid, password), async (failure) => {
    if (isUnsent(failure)) throw failure;
    const answer = await signInWithPassword(email, password);
    if (isRefusal(answer)) throw failure;
    return undefined;
  });
}

/**
 * Ends all sessions, then proves the new password: what a new session counts from is never later than such a proof.
 * @param before the `validSince` of the current password's proof
 */
async function renew(
  { uid, email }: Account,
  password: string,
  before: number,
): Promise<SignedInAccount | OwnPasswordChange> {
  return orElse(
    async () => {
      await endAllSessions(uid, before);
      const account = await checkPassword(email, password);
      return isRefusal(account) ? { outcome: "changed-again" } : account;
    },
    () => ({ outcome: "changed-only" }),
  );
}

const refused = (field: "present" | "password", message: string): OwnPasswordChange => ({
  outcome: "refused",
  field,
  message,
});
