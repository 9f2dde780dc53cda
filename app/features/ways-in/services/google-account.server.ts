import {
  type AccountState,
  accountByUidNow,
  accountTakenFor,
  isRefusal,
} from "~/features/account/identity.server";
import {
  hasOtherAddresses,
  isElsewhere,
  ownerOfSubscription,
} from "~/features/account/owner.server";
import { findMainSubscription, type Subscription } from "~/features/account/subscription";
import { subscriptionsByEmail } from "~/features/account/subscriptions.server";
import { sendActivation, tellIfElsewhere } from "~/features/ways-in/services/activation.server";
import { askAhead, type SignedInAccount } from "~/features/ways-in/services/enter.server";
import { finalize, isShownWithin } from "~/features/ways-in/services/finalization.server";
import { tellOfChange } from "~/features/ways-in/services/outbox/access-letter.server";
import {
  endAllSessions,
  endStrangersWays,
  mayBeStrangers,
  removeAllPasskeys,
} from "~/features/ways-in/services/security/end-sessions.server";
import type { GooglePerson } from "~/features/ways-in/store/google.server";
import {
  type GoogleAccount,
  signInWithGoogle,
} from "~/features/ways-in/store/google-accounts.server";
import { isSameAddress } from "~/platform/values/mail-address";
import { inBackground } from "~/platform/work/background.server";

/** `code`: of the catalogue, or the reason for the log. */
const refused = (code: string) => ({ outcome: "refused" as const, code });

type Refused = ReturnType<typeof refused>;

interface Visit {
  /** The app's callback address. */
  requestUri: string;
  userAgent: string;
}

interface Found {
  outcome: "found";
  account: SignedInAccount;
  /** If they were asked for. */
  subscriptions?: Promise<Subscription[]>;
}

/**
 * The account of a person at Google. It is made only for the address of a subscription that runs, and an account with
 * this address is never doubled: Google is added to it. Every step may be repeated. @throws UpstreamError
 */
export async function accountOfGoogle(
  person: GooglePerson,
  visit: Visit,
): Promise<Found | Refused | { outcome: "no-subscription" }> {
  const before = await accountTakenFor(person.email);
  // The provider would add Google to a look-alike's account.
  if (before && !isSameAddress(before.email, person.email)) return refused("auth/user-mismatch");
  if (before?.disabled) {
    inBackground("activation", tellIfElsewhere(person.email));
    return refused("auth/user-disabled");
  }
  // Mail addresses may get new owners. The new one is not the person who linked Google to this account.
  if (before?.googleSubject !== undefined && before.googleSubject !== person.subject)
    return refused("auth/account-exists-with-different-credential");

  const subscriptions = before && askAhead(before);
  const hasPlan = subscriptions && findMainSubscription(await subscriptions);
  const bought = hasPlan ? undefined : await boughtAs(person.email);
  if (!hasPlan && !bought) {
    inBackground("activation", tellIfElsewhere(person.email));
    return { outcome: "no-subscription" };
  }

  // The plan is tied to the account of another of its addresses: a new account would be of no use.
  if (bought && hasOtherAddresses(bought)) {
    const lookedUp = { email: person.email, account: before, plans: await subscriptions };
    const owner = await ownerOfSubscription(bought, [lookedUp]);
    if (owner?.tied && owner.account.disabled) return refused("auth/user-disabled");
    if (isElsewhere(owner, person.email)) {
      inBackground("activation", sendActivation(person.email, bought));
      return refused("other-address");
    }
  }

  const account = await link(person, before, visit);
  if ("outcome" in account) return account;
  if (!bought)
    return { outcome: "found", account, ...(account.uid === before?.uid && { subscriptions }) };

  if ((await finalize(bought, account)) !== undefined) return refused("finalize-declined");
  const isShown = await isShownWithin(3_000, account);
  return isShown ? { outcome: "found", account } : refused("not-shown-yet");
}

/** The running main plan whose present address this is. Who can read an older mailbox of it does not own it. */
async function boughtAs(email: string): Promise<Subscription | undefined> {
  const found = await subscriptionsByEmail(email);
  return findMainSubscription(
    found.filter(({ emails }) => isSameAddress(emails.at(-1) ?? "", email)),
  );
}

/** Signs in at the identity provider, and ends what somebody else may hold of an account that nobody has proven. */
async function link(
  person: GooglePerson,
  before: AccountState | undefined,
  visit: Visit,
): Promise<SignedInAccount | Refused> {
  if (!before || !mayBeStrangers(before)) return connect(person, before, visit);
  // Passkeys and sessions. Before the sign-in as well as after it, as this process may end in between. The identity
  // provider removes the password itself, once Google vouches for the address.
  const { uid, email, validSince } = before;
  const removed = await removeAllPasskeys(uid);
  // Firestore is down. The person may come in, and the account stays as it is: all is done at the next sign-in.
  if (removed === undefined) return { uid, email, validSince };
  let isTold = false;
  try {
    await endAllSessions(uid, validSince);
    const account = await connect(person, before, visit);
    isTold = "uid" in account;
    return account;
  } finally {
    if (removed > 0 && !isTold) await tellOfChange(before, "passkey-removed", visit.userAgent);
  }
}

/** Signs in at the identity provider, which makes the account or adds Google to it. */
async function connect(person: GooglePerson, before: AccountState | undefined, visit: Visit) {
  const answer = await signInWithGoogle(person.idToken, visit.requestUri);
  if (isRefusal(answer)) return refused(answer.code);
  return settle(person, before, answer, visit.userAgent);
}

/** Checks whose account has come back, and tells its owner what has changed. */
async function settle(
  { email, subject }: GooglePerson,
  before: AccountState | undefined,
  answer: GoogleAccount,
  userAgent: string,
): Promise<SignedInAccount | Refused> {
  const now = await accountByUidNow(answer.uid);
  if (!now) return refused("auth/user-not-found");
  if (now.disabled) return refused("auth/user-disabled");
  // Google's person is linked to an account with another address.
  if (!isSameAddress(now.email, email)) return refused("auth/user-mismatch");
  const account = { uid: now.uid, email: now.email };
  if (answer.isNew) return { ...account, validSince: now.validSince };

  // An account that came up since it was looked for: whoever made it may still be in.
  if (!before || mayBeStrangers(before)) {
    const [validSince] = await Promise.all([
      endStrangersWays(now.uid, now.validSince),
      // The password is gone, also where that fails.
      tellOfChange(account, "password-replaced-by-google", userAgent),
    ]);
    return { ...account, validSince };
  }
  if (before.googleSubject !== subject) await tellOfChange(account, "google-added", userAgent);
  // As it was before the provider answered: whatever was revoked since ends this session, too.
  return { ...account, validSince: before.validSince };
}
