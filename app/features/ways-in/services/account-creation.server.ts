import { type AccountState, createAccount, isRefusal } from "~/features/account/identity.server";
import { isElsewhere } from "~/features/account/owner.server";
import type { SignedInAccount } from "~/features/ways-in/services/enter.server";
import { finalize, isShownWithin } from "~/features/ways-in/services/finalization.server";
import {
  type Invitation,
  type Link,
  readInvitation,
} from "~/features/ways-in/services/invitation.server";
import { tellOfChange } from "~/features/ways-in/services/outbox/access-letter.server";
import { proveAddress } from "~/features/ways-in/services/outbox/proven-address.server";
import { checkPassword } from "~/features/ways-in/services/password-sign-in.server";
import { alreadyActivated, refused, tooMany } from "~/features/ways-in/services/recovery.server";
import {
  endAllSessions,
  endStrangersWays,
  mayBeStrangers,
} from "~/features/ways-in/services/security/end-sessions.server";
import { beginPasswordTry } from "~/features/ways-in/services/sign-in-limits.server";
import { changePassword } from "~/features/ways-in/store/password-change.server";
import { log } from "~/platform/monitoring/log.server";
import { takeUseBack, type Unreadable, useOnce } from "~/platform/tokens/tokens.server";
import { orElse } from "~/platform/upstream/upstream.server";
import { messageFor, somethingWentWrong } from "~/platform/values/identity-messages";
import { answerWithin, withinAnswerTime } from "~/platform/work/deadline.server";
import { createQueues } from "~/platform/work/one-at-a-time.server";

export type Creation =
  | { outcome: "signed-in"; account: SignedInAccount }
  /** The account is complete, but the subscription service does not show the subscription yet. */
  | { outcome: "not-shown-yet" }
  | { outcome: "refused-link"; reason: Unreadable }
  | {
      outcome: "refused";
      status: number;
      message: string;
      /** The person should sign in instead. With `restore`, the page says so in the words of docs/product.md#error-words. */
      hasUser?: boolean;
      restore?: boolean;
      wait?: number;
    };

type Refused = Extract<Creation, { outcome: "refused" }>;

type OpenInvitation = Extract<Invitation, { kind: "open" }>;

/**
 * Gives the subscription's owner an account with this password (docs/product.md#account-creation): changes the password (signed links only),
 * creates the account if there is none, finalizes the subscription, and signs in as soon as the subscription is shown.
 * Every step can be repeated, so that after a failure a second try completes the rest.
 */
export async function chooseFirstPassword(link: Link, password: string): Promise<Creation> {
  const answerBy = performance.now() + answerWithin;
  return orElse(
    withinAnswerTime(oneAtATime(link.id, () => create(link, password, answerBy))),
    (error) => {
      const reason = `${error.system}/${error.kind}`;
      log.warn({ source: "account-creation", reason }, "account creation failed");
      return refused(503, somethingWentWrong);
    },
  );
}

/** By subscription. Between processes the provider decides: it creates one account per e-mail. */
const oneAtATime = createQueues();

async function create(link: Link, password: string, answerBy: number): Promise<Creation> {
  const invitation = await readInvitation(link);
  switch (invitation.kind) {
    case "refused-link":
      return { outcome: "refused-link", reason: invitation.reason };
    case "no-subscription":
      return refused(404, "No subscription");
    case "limited":
      return tooMany(invitation.wait);
  }
  const account =
    invitation.kind === "activated"
      ? await provenAccount(completableBy(invitation), password, link.clientAddress)
      : await openAccount(invitation, password, link.clientAddress);
  if ("outcome" in account) return account;

  // Tied to an older address' account it has nothing to complete, and billing would take that address for today's.
  if (!isOfOlderAddress(invitation)) {
    const declined = await finalize(invitation.subscription, account);
    if (declined !== undefined) return refused(409, declined);
  }
  const wait = Math.min(3_000, answerBy - performance.now() - 200);
  if (!(await isShownWithin(wait, account))) return { outcome: "not-shown-yet" };
  return { outcome: "signed-in", account };
}

/** The account of an older address is its owner's only where the subscription is tied to it. */
const completableBy = ({ owner, email }: Extract<Invitation, { kind: "activated" }>) =>
  owner.tied ? owner.account.email : email;

const isOfOlderAddress = (invitation: Invitation) =>
  invitation.kind === "activated" && isElsewhere(invitation.owner, invitation.email);

/**
 * Only somebody who knows the account's password may complete an account that an earlier try left incomplete. Each try
 * counts as a sign-in attempt, so that the limits on guessing a password cannot be bypassed here.
 */
async function provenAccount(
  email: string,
  password: string,
  clientAddress: string,
): Promise<SignedInAccount | Refused> {
  const attempt = await beginPasswordTry(email, clientAddress);
  if (!attempt.allowed) return tooMany(attempt.wait);
  const answer = await checkPassword(email, password).catch(async (error: unknown) => {
    await attempt.undecided();
    throw error;
  });
  if (isRefusal(answer)) return { ...refused(409, alreadyActivated), hasUser: true };
  await attempt.succeeded();
  return answer;
}

async function openAccount(
  invitation: OpenInvitation,
  password: string,
  clientAddress: string,
): Promise<SignedInAccount | Refused> {
  const { account, mailed } = invitation;
  if (account?.disabled) return refused(403, messageFor("auth/user-disabled"));
  if (!mailed) return givePassword(invitation, password, clientAddress);
  const usedAt = await useOnce("activation link", mailed);
  if (usedAt !== undefined) return completeUse(invitation, usedAt, password, clientAddress);
  let isGiven = false;
  try {
    const given = await givePassword(invitation, password, clientAddress);
    isGiven = "uid" in given;
    return given;
  } finally {
    if (!isGiven) await takeUseBack("activation link", mailed.id);
  }
}

/** Milliseconds in which a press of the link may still be at work: it gives the password or creates the account, or takes its use back. */
const pressLasts = 10_000;

/** Completes what the link's first press has begun, by the password that was chosen; no other password is set. */
async function completeUse(
  { account, email }: OpenInvitation,
  usedAt: number,
  password: string,
  clientAddress: string,
): Promise<SignedInAccount | Refused> {
  const proven = await provenAccount(email, password, clientAddress);
  // As the account is as it was when the link was mailed, a process may have stopped before it ended anything.
  if ("uid" in proven) return endEarlierWays(account, proven);
  if (account || proven.status === 429) return proven;
  if (Date.now() - usedAt < pressLasts) return refused(503, somethingWentWrong);
  // There is no account, so a process has stopped before it made one. The provider makes one for an address.
  return createOrProve(email, password, { clientAddress, emailVerified: true });
}

/** Not of an account that was created since the look-up, either. */
const isOwners = (account: AccountState | undefined) =>
  account !== undefined && !mayBeStrangers(account);

/** Ends all that began before the owner came by the mailed link, also where the account was created since the look-up. */
async function endEarlierWays(
  account: AccountState | undefined,
  { uid, email, validSince: before }: SignedInAccount,
): Promise<SignedInAccount> {
  const end = isOwners(account) ? endAllSessions : endStrangersWays;
  const validSince = await end(uid, before);
  // Last: the passkeys and sessions of a proven account count as its owner's.
  if (!account?.emailVerified) await proveAddress({ uid, email });
  return { uid, email, validSince };
}

async function givePassword(
  { subscription, email, account, mailed }: OpenInvitation,
  password: string,
  clientAddress: string,
): Promise<SignedInAccount | Refused> {
  // An unsigned link never sets the password of an account, not even of one created since the look-up (docs/product.md#account-creation).
  if (mailed) {
    const change = await changePassword({ email, subscriptionId: subscription.id, password });
    if ("uid" in change) {
      const { uid } = change;
      const [given] = await Promise.all([
        endEarlierWays(account, { uid, email, validSince: account?.validSince ?? 0 }),
        // The password is another one, also where that fails.
        tellOfChange(
          { uid, email },
          isOwners(account) ? "password-changed" : "password-changed-by-link",
        ),
      ]);
      return given;
    }
    if (change.code === "auth/email-already-in-use")
      return { ...refused(400, messageOf(change)), restore: true };
    if (change.code !== "auth/user-not-found") return refused(400, messageOf(change));
  }
  return createOrProve(email, password, { clientAddress, emailVerified: mailed !== undefined });
}

/** Creates the account. One that is there by now is only completed by its own password. */
async function createOrProve(
  email: string,
  password: string,
  { clientAddress, emailVerified }: { clientAddress: string; emailVerified: boolean },
): Promise<SignedInAccount | Refused> {
  const created = await createAccount(email, password, { emailVerified });
  if (!isRefusal(created)) return created;
  if (created.code !== "auth/email-already-in-use") return refused(400, messageOf(created));
  const proven = await provenAccount(email, password, clientAddress);
  if ("uid" in proven || proven.status === 429) return proven;
  return { ...refused(409, messageFor(created.code)), restore: true };
}

/** docs/product.md#error-words: the catalogue's message for known codes, else the raw one, cut at 200 characters (docs/product.md#account-creation). */
function messageOf({ code, message }: { code: string | undefined; message?: string }): string {
  const known = messageFor(code);
  if (known !== somethingWentWrong) return known;
  return (message || code || somethingWentWrong).slice(0, 200);
}
