import { randomBytes } from "node:crypto";
import {
  type AccountState,
  accountByUidNow,
  setPassword,
} from "~/features/account/identity.server";
import { mailLinkFor } from "~/features/ways-in/mail-links.server";
import {
  type Entry,
  enter,
  reportFailure,
  signInUnavailable,
  type Visitor,
} from "~/features/ways-in/services/enter.server";
import { tellOfChange } from "~/features/ways-in/services/outbox/access-letter.server";
import { proveAddress } from "~/features/ways-in/services/outbox/proven-address.server";
import {
  endStrangersWays,
  mayBeStrangers,
} from "~/features/ways-in/services/security/end-sessions.server";
import {
  giveSignInMailBack,
  takeSignInMail,
} from "~/features/ways-in/services/sign-in-limits.server";
import { openSignInLink, type SignInLink } from "~/features/ways-in/services/sign-in-link.server";
import { createLimit } from "~/platform/store/rate-limits.server";
import { takeUseBack, type Unreadable, useOnce } from "~/platform/tokens/tokens.server";
import { orElse, UpstreamError } from "~/platform/upstream/upstream.server";
import { clientNetwork } from "~/platform/values/client-network";
import { hourInSeconds } from "~/platform/values/durations";
import { messageFor, somethingWentWrong } from "~/platform/values/identity-messages";
import { addressKey, isSameAddress } from "~/platform/values/mail-address";
import { sentence } from "~/platform/values/say";

const formsOfClient = createLimit("sign-in-link-form", { points: 30, seconds: hourInSeconds });

export const askedAgain = sentence(
  "You asked for a link a moment ago. Please check your inbox, and your spam folder, too.",
);

/**
 * Has a sign-in link mailed. Resolves once that is kept. What this returns, and when, does not depend on whether there is an
 * account: the limits count every address alike.
 * @param device id of a browser that has signed in as this e-mail before: what strangers ask for does not count for it
 * @returns why not; `wait` in milliseconds, if there were too many
 */
export async function requestSignInLink(
  email: string,
  clientAddress: string,
  device: string | undefined,
): Promise<{ message: string; wait?: number } | undefined> {
  const address = addressKey(email);
  const ofClient = await formsOfClient.take(clientNetwork(clientAddress));
  if (ofClient !== undefined)
    return { message: messageFor("auth/too-many-requests"), wait: ofClient };
  // Of all such browsers together: somebody who once knew the password may have many device cookies.
  const key = device ? `known ${address}` : address;
  const wait = await takeSignInMail(key);
  if (wait !== undefined) return { message: askedAgain, wait };
  return orElse(
    mailLinkFor(email, "sign-in").then(() => undefined),
    async () => {
      await giveSignInMailBack(key);
      return { message: somethingWentWrong };
    },
  );
}

/**
 * `used-now`: it was used seconds ago, perhaps by the same person's second press. `void`: the account has a new password
 * or address, was signed out everywhere or deleted since it was mailed.
 */
export type RefusedSignInLink = Unreadable | "used" | "used-now" | "void" | "disabled";

export type ByLink =
  | Entry
  | { outcome: "refused"; reason: RefusedSignInLink }
  /** Too many tries from this network. `wait` in milliseconds. */
  | { outcome: "limited"; wait: number };

const triesOfClient = createLimit("sign-in-link-use", { points: 30, seconds: 15 * 60 });
/** Milliseconds in which a second press is taken for the same person's. */
const sameMoment = 30_000;

/** Signs in with a mailed link (docs/product.md#links-by-mail). One use: of two presses at once, one gets in. */
export async function signInByLink(
  token: string,
  { userAgent, clientAddress }: Visitor,
): Promise<ByLink> {
  const wait = await triesOfClient.take(clientNetwork(clientAddress));
  if (wait !== undefined) return { outcome: "limited", wait };
  const link = await openSignInLink(token);
  if ("unreadable" in link) return refuse(link.unreadable, "", userAgent);
  return orElse(
    async () => {
      // Read before the mark, so that the session's `validSince` is not later than this proof of who they are.
      const account = await accountByUidNow(link.uid);
      const reason = reasonAgainst(link, account) ?? (await markUse(link));
      if (reason || !account) return refuse(reason ?? "void", link.email, userAgent);
      return await enterOrForgetUse(link, account, userAgent);
    },
    (failure) => signInUnavailable(failure, { email: link.email, userAgent }),
  );
}

function refuse(reason: RefusedSignInLink, email: string, userAgent: string): ByLink {
  reportFailure("sign_in_failed", `link-${reason}`, email, userAgent);
  return { outcome: "refused", reason };
}

function reasonAgainst(
  { email, validSince }: SignInLink,
  account: AccountState | undefined,
): RefusedSignInLink | undefined {
  if (!account || !isSameAddress(account.email, email)) return "void";
  // Whoever made it with a stranger's address could otherwise make every link void before it is pressed.
  if (account.validSince !== validSince && !mayBeStrangers(account)) return "void";
  return account.disabled ? "disabled" : undefined;
}

async function markUse(link: SignInLink): Promise<RefusedSignInLink | undefined> {
  const usedAt = await useOnce("sign-in link", link);
  if (usedAt === undefined) return undefined;
  return Date.now() - usedAt < sameMoment ? "used-now" : "used";
}

/** While the subscription service is down nobody gets in, so the link stays unused and can be pressed again. */
async function enterOrForgetUse(
  { id }: SignInLink,
  account: AccountState,
  userAgent: string,
): Promise<Entry> {
  return orElse(
    async () => {
      const { uid, email, validSince } = account;
      const entry = await enter({ uid, email, validSince }, { way: "link", userAgent });
      if (entry.outcome !== "signed-in" || !mayBeStrangers(account)) return entry;
      return { ...entry, account: { uid, email, validSince: await takeOver(account, userAgent) } };
    },
    async (failure) => {
      await takeUseBack("sign-in link", id);
      throw failure;
    },
  );
}

/**
 * Ends what somebody else may hold who made the account without proving its address: password, sessions and passkeys.
 * @returns the account's new `validSince`
 */
async function takeOver(
  { uid, email, validSince }: AccountState,
  userAgent: string,
): Promise<number> {
  // A password that nobody knows. Where the password is removed, a provider may forget the address as well.
  const refusal = await setPassword(uid, `aA1!${randomBytes(32).toString("base64url")}`);
  if (refusal) throw new UpstreamError("identity", "refused");
  const [since] = await Promise.all([
    endStrangersWays(uid, validSince),
    // The password is gone, also where that fails.
    tellOfChange({ uid, email }, "password-removed-by-link", userAgent),
  ]);
  // Last: until then another link would do all of it again.
  await proveAddress({ uid, email });
  return since;
}
