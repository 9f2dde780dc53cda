import { accountByEmail } from "~/features/account/identity.server";
import { languageToWrite } from "~/features/account/language.server";
import {
  type Activation,
  sendActivation,
  tellIfElsewhere,
} from "~/features/ways-in/services/activation.server";
import { addressOfId, type Link } from "~/features/ways-in/services/invitation.server";
import { sendPasswordReset } from "~/features/ways-in/store/passwords.server";
import { currentLanguage, isMultilingual } from "~/platform/languages/languages.server";
import { createLimit } from "~/platform/store/rate-limits.server";
import { isUndone, orElse } from "~/platform/upstream/upstream.server";
import { clientNetwork } from "~/platform/values/client-network";
import { hourInSeconds } from "~/platform/values/durations";
import { messageFor, somethingWentWrong } from "~/platform/values/identity-messages";
import { addressKey } from "~/platform/values/mail-address";
import { say, sentence } from "~/platform/values/say";
import { retryAfter, waitInWords } from "~/platform/values/waiting";
import { inBackground } from "~/platform/work/background.server";
import { withinAnswerTime } from "~/platform/work/deadline.server";

/** Messages of docs/product.md#recovery. */
export const alreadyActivated = sentence("Your account has already been activated");
export const alreadySent = sentence("Recovery email already sent. Please check your inbox");
/** The text of the `error` field if there is nothing to activate. */
export const nothingToActivate = sentence(
  "No subscription was found for this email. Please use the email you subscribed with.",
);

export type Recovery =
  | { outcome: "sent"; mail: "reset" | "activation" }
  | {
      outcome: "refused";
      status: number;
      message: string;
      /** The person has a working account, and should sign in or reset the password. */
      hasUser?: boolean;
      /** What to do instead, where the words for `hasUser` do not say it. */
      advice?: string;
      /** Milliseconds until another try may succeed. */
      wait?: number;
    };

const formsOfClient = createLimit("recovery-form", { points: 30, seconds: hourInSeconds });
const resetsOfAddress = createLimit("reset-mail", { points: 5, seconds: hourInSeconds });

/** Has the provider mail its reset link. Somebody without an account gets the activation mail instead (docs/product.md#recovery). */
export function requestPasswordReset(email: string, clientAddress: string): Promise<Recovery> {
  return answered(clientAddress, async () => {
    const address = addressKey(email);
    const wait = await resetsOfAddress.take(address);
    if (wait !== undefined) return { ...refused(429, alreadySent), wait };
    return orElse(mailPasswordReset(email), async (failure) => {
      if (isUndone(failure)) await resetsOfAddress.giveBack(address);
      throw failure;
    });
  });
}

/** What is said of a recovery mail where the account has another address than the subscription's owner uses today. */
const elsewhereAdvice = sentence(
  "Your account has another address. Look for it in the inbox of your subscription's address.",
);

async function mailPasswordReset(email: string): Promise<Recovery> {
  const asked = await askForReset(email);
  if (asked) {
    // The account may be one that the plan is not tied to.
    inBackground("activation", tellIfElsewhere(email));
    return asked;
  }
  const activation = await sendActivation(email);
  // To the account's own address, beside the letter that names it.
  const elsewhere = activation.outcome === "already-activated" ? activation.elsewhere : undefined;
  return (elsewhere && (await askForResetOf(elsewhere))) || asRecovery(activation);
}

/** It counts as if it had been asked for with this address: other addresses are no further allowance. */
async function askForResetOf(email: string): Promise<Recovery | undefined> {
  const address = addressKey(email);
  if ((await resetsOfAddress.take(address)) !== undefined)
    return { outcome: "sent", mail: "reset" };
  return orElse(askForReset(email), async (failure) => {
    if (isUndone(failure)) await resetsOfAddress.giveBack(address);
    throw failure;
  });
}

/** @returns undefined where nobody has an account of this address */
async function askForReset(email: string): Promise<Recovery | undefined> {
  const refusal = await sendPasswordReset(email, await localeHeader(email));
  if (!refusal) return (await hasAccount(email)) ? { outcome: "sent", mail: "reset" } : undefined;
  if (refusal.code === "auth/user-not-found") return undefined;
  const status = refusal.code === "auth/too-many-requests" ? 429 : 400;
  return refused(status, messageFor(refusal.code));
}

/** The provider writes its mail in the reader's language, too. */
async function localeHeader(email: string): Promise<Record<string, string>> {
  if (!isMultilingual) return {};
  return { "X-Firebase-Locale": await languageToWrite({ email, page: currentLanguage() }) };
}

/** Mails the activation link (docs/product.md#recovery). */
export function requestActivation(email: string, clientAddress: string): Promise<Recovery> {
  return answered(clientAddress, async () => asRecovery(await sendActivation(email)));
}

/** Mails a new activation link to the address of a subscription that is known only by its id. */
export function requestActivationOf(link: Link): Promise<Recovery> {
  return answered(link.clientAddress, async () => {
    const email = await addressOfId(link);
    if (email === undefined) return refused(404, nothingToActivate);
    if (typeof email !== "string") return tooMany(email.wait);
    const activation = await sendActivation(email);
    // An id alone says nothing of any address.
    return asRecovery(
      activation.outcome === "already-activated" ? { outcome: "already-activated" } : activation,
    );
  });
}

/** Needed because a provider that hides which addresses it knows accepts any address, but mails only to known ones. */
const hasAccount = (email: string): Promise<boolean> =>
  orElse(
    accountByEmail(email).then((account) => account !== undefined),
    () => true,
  );

function asRecovery(activation: Activation): Recovery {
  switch (activation.outcome) {
    case "sent":
      return { outcome: "sent", mail: "activation" };
    case "already-activated":
      return {
        ...refused(409, alreadyActivated),
        hasUser: true,
        ...(activation.elsewhere && { advice: elsewhereAdvice }),
      };
    case "sent-recently":
      return { ...refused(429, alreadySent), wait: activation.wait };
    case "no-subscription":
      return refused(404, nothingToActivate);
  }
}

async function answered(clientAddress: string, work: () => Promise<Recovery>): Promise<Recovery> {
  const wait = await formsOfClient.take(clientNetwork(clientAddress));
  if (wait !== undefined) return tooMany(wait);
  return orElse(withinAnswerTime(work()), () => refused(503, somethingWentWrong));
}

export const refused = (status: number, message: string) => ({
  outcome: "refused" as const,
  status,
  message,
});

export const tooMany = (wait: number) => ({
  ...refused(429, messageFor("auth/too-many-requests")),
  wait,
});

/** When to try again, in words and as a `Retry-After` header. */
export function tryAgain(wait: number | undefined): { words?: string; headers: HeadersInit } {
  if (wait === undefined) return { headers: {} };
  return {
    words: say`You can try again in ${waitInWords(wait)}.`,
    headers: retryAfter(wait),
  };
}
