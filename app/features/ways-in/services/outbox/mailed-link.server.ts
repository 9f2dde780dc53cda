import { randomUUID } from "node:crypto";
import { z } from "zod";
import { env } from "~/env.server";
import { accountByEmail } from "~/features/account/identity.server";
import { writtenTo } from "~/features/account/language.server";
import { subscriptionToCancel } from "~/features/account/other-plans";
import {
  hasOtherAddresses,
  isElsewhere,
  ownerOfSubscription,
} from "~/features/account/owner.server";
import { findMainSubscription } from "~/features/account/subscription";
import {
  subscriptionById,
  subscriptionsByEmail,
  subscriptionsOf,
} from "~/features/account/subscriptions.server";
import {
  cancellationLinkMail,
  cancellationMail,
  othersTold,
} from "~/features/ways-in/cancellation-mails.server";
import {
  owedActivation,
  takeActivationMail,
} from "~/features/ways-in/services/activation-owed.server";
import {
  activationMail,
  otherAddressMail,
  signInLinkMail,
} from "~/features/ways-in/services/link-mails";
import {
  giveSignInMailBack,
  takeSignInMail,
} from "~/features/ways-in/services/sign-in-limits.server";
import { signInLink } from "~/features/ways-in/services/sign-in-link.server";
import { keptLanguage, languageAskedIn } from "~/platform/languages/languages.server";
import type { Mail } from "~/platform/mail/mail.server";
import { deliverLetter } from "~/platform/outbox/letter.server";
import { carryOut, type OutboxKind, type Run, type Verdict } from "~/platform/outbox/runner.server";
import { keepEntry } from "~/platform/outbox/store/keep.server";
import { entryName } from "~/platform/outbox/store/name.server";
import { signLinkToken } from "~/platform/tokens/link-token.server";
import { orElse, unlessDown } from "~/platform/upstream/upstream.server";
import { day } from "~/platform/values/durations";
import type { Language } from "~/platform/values/languages";
import { addressKey, isSameAddress } from "~/platform/values/mail-address";
import { inBackground } from "~/platform/work/background.server";

const payload = z.object({
  /** What the link is for. Its token is made when it is sent and stands nowhere: its minutes count from then. */
  link: z.enum(["sign-in", "activation", "cancellation"]),
  /** Where it goes; as typed, where `subscriptionId` is null. */
  email: z.string().min(1),
  /** Null where nothing has been looked up yet: the answer to a stranger must not depend on it. */
  subscriptionId: z.string().min(1).nullable(),
  /** The language of the page where it was asked for. */
  language: keptLanguage,
});
export type MailedLink = z.output<typeof payload>;

/** Milliseconds of look-ups, which may be many, that the lease has room for beside the letter. */
const lookedUpWithin = 9_000;

/** A link that somebody has asked for by mail: to sign in, to activate an account, to cancel (docs/product.md#mailed-links and docs/product.md#links-by-mail). Stored in `mailedLinks/{keyed digest}`. */
export const mailedLinks: OutboxKind<MailedLink, Record<never, never>, never> = {
  name: "mailed-link",
  collection: "mailedLinks",
  payload,
  progress: z.object({}),
  // `lookedUpWithin`, what the mailbox refused 2 s, a letter 4 s, saving its result 5 s.
  lease: 20_000,
  // Somebody waits for it.
  backOff: { first: 2_000, most: 300_000 },
  // It is given up this long after it was last asked for.
  askPersonAfter: day,
  stopsThen: false,
  isErasedWhenSettled: true,
  concurrency: 10,
  rate: { max: 100, duration: 1_000 },
  handle: send,
};

type Sending = Run<MailedLink, Record<never, never>, never>;
type Sent = Verdict<MailedLink, Record<never, never>, never>;

async function send(run: Sending): Promise<Sent> {
  const begun = performance.now();
  const composed = await compose(run);
  // There is nobody to write to.
  if (!composed) return { end: "done" };
  // Another process may send it by now: then this one stops here.
  if (performance.now() - begun > lookedUpWithin) await run.saveProgress({});
  const letter = await deliverLetter(composed.kind, composed.mail);
  if (letter.end === "taken") return { end: "done" };
  return letter.end === "again" && Date.now() < run.entry.patientUntil
    ? letter
    : { end: "declined" };
}

/** A mail, and which kind of letter it is to the operator. */
interface Composed {
  kind: string;
  mail: Mail;
}

/** A link for a subscription, to its own address. */
export interface FoundLink {
  link: "activation" | "cancellation";
  email: string;
  subscriptionId: string;
}

async function compose(run: Sending): Promise<Composed | undefined> {
  const { key, payload } = run.entry;
  const { link, email, subscriptionId, language } = payload;
  if (link === "sign-in") return lookUpAccount(run);
  return subscriptionId === null
    ? lookUpSubscription(payload, key)
    : linkLetter({ link, email, subscriptionId }, key, language);
}

/** Somebody who has bought and has no account gets the activation mail, as after a failed sign-in. */
async function lookUpAccount({ entry, saveProgress }: Sending): Promise<Composed | undefined> {
  const { key, payload } = entry;
  const { email, language: page } = payload;
  const account = await accountByEmail(email);
  const plans = account && !account.disabled ? await subscriptionsOf(account, { fresh: true }) : [];
  if (account && findMainSubscription(plans)) {
    // To the account's own address, which is not always written as it was typed.
    const link = await signInLink(account, key);
    return {
      kind: "sign-in-link",
      mail: await writtenTo({ uid: account.uid, page }, () =>
        signInLinkMail({ id: key, to: account.email, link }),
      ),
    };
  }
  const owed = await owedActivation(email);
  if (owed.outcome === "already-activated" || owed.outcome === "no-subscription") return undefined;
  const { to, subscriptionId } = owed;
  const found = { link: "activation" as const, email: to, subscriptionId };
  // Kept first, then counted: if keeping failed after counting, the next try would find the limit used up.
  await saveProgress({ payload: { ...found, ...(page && { language: page }) } });
  if (owed.outcome === "elsewhere") await mailSignInTo(owed.account, page);
  return (await takeActivationMail(to)) === undefined ? linkLetter(found, key, page) : undefined;
}

/**
 * Mails the link to the account's own address, beside the letter that names it. It counts as if it had been asked for with
 * that address: other addresses are no further allowance.
 */
async function mailSignInTo(email: string, page: Language | undefined): Promise<void> {
  const address = addressKey(email);
  if ((await takeSignInMail(address)) !== undefined) return;
  const wanted = { link: "sign-in" as const, email, subscriptionId: null };
  await orElse(
    () => writtenTo({ email, page }, () => beginMailedLink(randomUUID(), wanted)),
    () => giveSignInMailBack(address),
  );
}

async function lookUpSubscription(
  { email, language: page }: MailedLink,
  key: string,
): Promise<Composed | undefined> {
  const all = await subscriptionsByEmail(email);
  const subscription = subscriptionToCancel(all);
  const to = subscription?.emails.at(-1);
  if (!subscription || !to) return undefined;
  // Somebody who is not signed in cannot see it in My Plan, so a mail confirms it.
  return subscription.status === "canceled"
    ? {
        kind: "cancellation",
        mail: await writtenTo({ email: to, page }, async () => {
          const more = await othersTold(all);
          return cancellationMail("canceled", {
            ...{ id: key, to, more },
            isOther: !subscription.mainPlan,
          });
        }),
      }
    : linkLetter({ link: "cancellation", email: to, subscriptionId: subscription.id }, key, page);
}

/** The letter with the link, whose token begins now. @param page the language of the page where it was asked for */
export async function linkLetter(
  { link, email: to, subscriptionId: id }: FoundLink,
  key: string,
  page: Language | undefined,
): Promise<Composed> {
  const kind = `${link}-link`;
  const letter = { id: key, to };
  if (link === "cancellation") {
    const mail = await writtenTo({ email: to, page }, async () => {
      const from = await signLinkToken("cancellation", id);
      return cancellationLinkMail({ ...letter, link: address("/unsubscription", { from }) });
    });
    return { kind, mail };
  }
  // Also of a letter that was kept before the plan was tied. Where that is not known, the link's page says so.
  const owner = await unlessDown(async () => {
    const plan = await subscriptionById(id);
    return plan && hasOtherAddresses(plan) ? await ownerOfSubscription(plan) : undefined;
  });
  if (isElsewhere(owner, to)) {
    const { uid, email: account } = owner.account;
    const write = () => otherAddressMail({ ...letter, account });
    return { kind: "other-address", mail: await writtenTo({ uid, page }, write) };
  }
  const isHere = owner && isSameAddress(owner.account.email, to);
  const { uid, validSince = null } = (isHere ? owner.account : await accountByEmail(to)) ?? {};
  const t = await signLinkToken("activation", id, { address: to, validSince });
  return {
    kind,
    // Before there is an account, nobody has chosen a language.
    mail: await writtenTo({ uid: uid ?? "", page }, () =>
      activationMail({ ...letter, link: address("/access-recovery", { id, t }) }),
    ),
  };
}

const address = (path: string, query: Record<string, string>) =>
  `${env.APP_ORIGIN}${path}?${new URLSearchParams(query)}`;

/** The same wish has the same document. */
export const mailedLinkId = ({ link, email, subscriptionId }: MailedLink) =>
  entryName(link, `${subscriptionId ?? ""} ${addressKey(email)}`);

/** Keeps a link that must be mailed; once this resolves, it cannot be lost. Asked for again before its first try, it is sent once. */
export const keepMailedLink = (key: string, wanted: MailedLink) =>
  keepEntry(mailedLinks, mailedLinkId(wanted), {
    isDone: () => false,
    canJoin: ({ state }) => state === "open",
    join: ({ payload, attempts }, now) => ({
      // Another letter: one of before may be with the mail server still, and its link too old by now.
      ...(attempts > 0 && { key }),
      payload: { ...payload, ...languageAskedIn() },
      patientUntil: now + mailedLinks.askPersonAfter,
    }),
    begin: () => ({
      key,
      payload: { ...wanted, ...languageAskedIn() },
      progress: {},
      runsInBackground: true,
    }),
  });

/** Keeps it, and begins to send it. `firstTry` never rejects. */
export async function beginMailedLink(
  key: string,
  wanted: MailedLink,
): Promise<{ firstTry: Promise<void> }> {
  const { claim } = await keepMailedLink(key, wanted);
  if (!claim) return { firstTry: Promise.resolve() };
  const { finished } = carryOut(mailedLinks, claim);
  inBackground("mailed link", finished);
  return { firstTry: finished.catch(() => undefined) };
}
