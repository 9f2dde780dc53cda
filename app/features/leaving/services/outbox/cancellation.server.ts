import { z } from "zod";
import { cancelSubscription, isDeclined } from "~/features/account/billing.server";
import { brandNames, brandOfPlan } from "~/features/account/brand";
import { accountOfAddresses } from "~/features/account/identity.server";
import { writtenTo } from "~/features/account/language.server";
import { namedDate } from "~/features/account/named-date.server";
import { isPaidOnce } from "~/features/account/other-plans";
import {
  findMainSubscription,
  namedDateOf,
  type Subscription,
} from "~/features/account/subscription";
import {
  expireSubscriptions,
  subscriptionById,
  subscriptionsByEmail,
  subscriptionsOf,
} from "~/features/account/subscriptions.server";
import { chargeAfter, endOnceCanceled } from "~/features/leaving/rules/term";
import { rememberKey } from "~/features/leaving/services/cancellation-key.server";
import { tellOfCharge } from "~/features/leaving/services/charge-letters.server";
import {
  cancellationReceiptMail,
  cancellationStateMail,
  waitForPdf,
} from "~/features/leaving/services/declaration-mails.server";
import {
  amendDeclaration,
  declaredAs,
  keepAfterEnd,
} from "~/features/leaving/store/declarations.server";
import { reportEvent } from "~/features/tracking/events.server";
import type { CancellationState } from "~/features/ways-in/cancellation-mails.server";
import { keptLanguage } from "~/platform/languages/languages.server";
import { deliverLetter, isLetterGivenUp } from "~/platform/outbox/letter.server";
import type { OutboxKind, Run, Verdict } from "~/platform/outbox/runner.server";
import { isUnsent, orElse, unlessDown } from "~/platform/upstream/upstream.server";
import { hour } from "~/platform/values/durations";
import type { Language } from "~/platform/values/languages";

export const cancellationOrder = z.object({
  brand: z.enum(brandNames),
  email: z.string(),
  /** Null while it is not known whether there is an account; "" if there is none. */
  uid: z.string().nullable(),
  /** For an extra: its owner's main subscription, which selects billing's dialect. Left out for a main subscription. */
  mainSubscriptionId: z.string().optional(),
});
/** What billing needs besides the subscription's id. Stored, because a repeated key must carry the same payload. */
export type CancellationOrder = z.output<typeof cancellationOrder>;
export type CompleteOrder = CancellationOrder & { uid: string };

const payload = z.object({
  subscriptionId: z.string().min(1),
  /** Null until the subscription can be looked up. */
  order: cancellationOrder.nullable(),
  /** Ids of the mailed links that were used. */
  links: z.array(z.string()),
  /** The declaration that it carries out; null in entries that are older than declarations. */
  declaration: z.string().nullable().default(null),
  /** A charge after this is owed back. Epoch milliseconds; null in older entries: since the press. */
  owedSince: z.number().nullable().default(null),
  /** What the subscription service named when it was declared; null where that is not known. */
  named: namedDate.nullable().default(null),
  /** When it was pressed last. Epoch milliseconds; null in older entries, and where it was pressed once. */
  pressedAt: z.number().nullable().default(null),
  /** Whether a withdrawal ends the subscription. Left out in entries of cancellations. */
  isWithdrawal: z.boolean().optional(),
  /** Of the page where it was pressed. */
  language: keptLanguage,
});
export type CancellationPayload = z.output<typeof payload>;

const progress = z.object({
  confirmedAt: z.number().nullable(),
  /** When the subscription service has shown it: a subscription that is active later was resumed. Null: it has not. */
  shownAt: z.number().nullable().default(null),
  /** True if the letter is settled: the mail server accepted it, or the address cannot receive mail. */
  letters: z.object({ received: z.boolean(), canceled: z.boolean() }),
  /**
   * The receipt of what was declared. `due`: the next letter is the receipt. `elsewhere`: no letter from here is one; the
   * declaration's own entry sends it, if there is a declaration. Null in older entries: the first letter was the receipt.
   */
  receipt: z.enum(["due", "sent", "elsewhere"]).nullable().default(null),
  /** How many of the letters about a charge that came meanwhile are settled: the operator's, the subscriber's. */
  refundLetters: z.number().default(0),
});
export type CancellationProgress = z.output<typeof progress>;

export type Delivery =
  | { outcome: "confirmed" }
  /** Billing's definite refusal, in its own words. */
  | { outcome: "declined"; message: string }
  /** `asked`: billing may have received the request and canceled the subscription. */
  | { outcome: "unconfirmed"; asked: boolean; reason: string };

type Delivering = Run<CancellationPayload, CancellationProgress, Delivery>;
type Delivered = Verdict<CancellationPayload, CancellationProgress, Delivery>;

/** A subscriber's wish to cancel, stored in `cancellationIntents/{subscription id}`, retried until billing confirms. */
export const cancellations: OutboxKind<CancellationPayload, CancellationProgress, Delivery> = {
  name: "cancellation",
  collection: "cancellationIntents",
  payload,
  progress,
  // Completing the order takes up to 8.5 s, billing and the check after it 8.5 s; whom a letter goes to 8 s, its PDF 15 s, the letter 6.5 s.
  lease: 45_000,
  backOff: { first: 5_000, most: 900_000 },
  askPersonAfter: 3 * hour,
  stopsThen: false,
  concurrency: 10,
  rate: { max: 100, duration: 1_000 },
  handle: deliver,
};

async function deliver(run: Delivering): Promise<Delivered> {
  const { payload, progress } = run.entry;
  if (progress.confirmedAt !== null) return close(run, payload.order, progress.confirmedAt);
  const { order, delivery } = await attempt(run);
  if (delivery.outcome === "confirmed") {
    const confirmedAt = Date.now();
    await run.saveProgress({ progress: { confirmedAt } }).finally(() => run.answer(delivery));
    return close(run, order, confirmedAt);
  }
  run.answer(delivery);
  const reason = delivery.outcome === "declined" ? "billing: refused" : delivery.reason;
  if (!order?.email || progress.letters.received) return { end: "again", reason };
  // Throws if the lease was lost: another process may have got the confirmation, which this letter would contradict.
  await run.saveProgress({});
  const { letter, isReceipt } = await sendState("received", order, run.entry);
  const received = letter.end !== "again";
  return {
    end: "again",
    reason,
    progress: {
      letters: { ...progress.letters, received },
      ...(received && isReceipt && { receipt: "sent" }),
    },
  };
}

/** The time of the declaration, if the next letter must be its receipt; else undefined. */
function timeOnReceipt({
  payload: { declaration, owedSince },
  progress: { receipt, letters },
  requestedAt,
}: Delivering["entry"]): number | undefined {
  if (declaration === null) return undefined;
  const isReceipt = receipt === null ? !letters.received : receipt === "due";
  // Where the receipt comes from here, `owedSince` is the time of the press. The entry may have been written later.
  return isReceipt ? (owedSince ?? requestedAt) : undefined;
}

/** Sends the letter about a state. The first one is the receipt of what was declared, too. */
async function sendState(
  state: CancellationState,
  order: CancellationOrder,
  entry: Delivering["entry"],
) {
  const { key, payload } = entry;
  const declaredAt = timeOnReceipt(entry);
  const isReceipt = declaredAt !== undefined;
  const declared =
    isReceipt && payload.declaration !== null
      ? await unlessDown(declaredAs(payload.declaration))
      : undefined;
  const about = { ...payload, key, declaredAt, place: declared?.place };
  return { letter: await sendLetter(state, order, about), isReceipt };
}

/** Sends the letter that is due once billing has confirmed the cancellation. */
async function close(
  run: Delivering,
  order: CancellationOrder | null,
  confirmedAt: number,
): Promise<Delivered> {
  const { entry } = run;
  const { declaration } = entry.payload;
  const { letters } = entry.progress;
  if (declaration !== null)
    await amendDeclaration(declaration, { state: "carried-out", carriedOutAt: confirmedAt });
  const isUntold = order?.email && !letters.canceled;
  const state = entry.payload.isWithdrawal ? "withdrawn" : "canceled";
  const sent = isUntold ? await sendState(state, order, entry) : undefined;
  if (sent?.letter.end === "again" && !isLetterGivenUp(entry, confirmedAt)) return sent.letter;
  const canceled = sent?.letter.end !== "again";
  const told = {
    letters: { ...letters, canceled },
    ...(canceled && sent?.isReceipt && { receipt: "sent" as const }),
  };
  if (isUntold) await run.saveProgress({ progress: told });
  const settled = await settleEnd(run, confirmedAt);
  return "end" in settled ? settled : { end: "done", progress: { ...told, ...settled } };
}

/**
 * Settles what follows from the end of the subscription: how long the proof is kept. If a term was charged, or may
 * have been, between the wish and billing's confirmation, the operator and the subscriber are told once.
 * @returns what ends the run where it must be tried again; else whether the service shows the end
 */
async function settleEnd(
  { entry, saveProgress }: Delivering,
  confirmedAt: number,
): Promise<Delivered | Pick<CancellationProgress, "shownAt">> {
  const { subscriptionId, declaration, owedSince } = entry.payload;
  const after = owedSince ?? entry.requestedAt;
  const subscription = await subscriptionById(subscriptionId);
  if (declaration !== null && subscription)
    await keepAfterEnd(declaration, endOnceCanceled(subscription, confirmedAt));
  const isActive = subscription?.status === "active";
  const shown = { shownAt: subscription !== undefined && !isActive ? Date.now() : null };
  const named = entry.payload.named ?? undefined;
  const came =
    subscription && chargeAfter({ ...subscription, named }, { after, by: confirmedAt, isActive });
  if (!came) return shown;
  const { order, language: page } = entry.payload;
  const untold = await tellOfCharge(
    cancellations.name,
    {
      id: declaration ?? entry.key,
      subscription,
      knownAs: order?.email,
      declaredAt: declaration === null ? undefined : ((await declaredAs(declaration)).at ?? after),
      owedSince: after,
      came,
      reader: { uid: order?.uid, email: subscription.emails.at(-1), page },
    },
    {
      count: entry.progress.refundLetters,
      note: (refundLetters) => saveProgress({ progress: { refundLetters } }),
    },
  );
  return untold ?? shown;
}

interface Reported {
  subscriptionId: string;
  key: string;
  language?: Language | undefined;
  /** For the letter that is the receipt, too; undefined for others. */
  declaredAt: number | undefined;
  /** Where it was declared, for the receipt. */
  place?: string | undefined;
}

/**
 * Sends a letter to the subscription's last used address, or to the order's while the service is down. The Message-ID
 * is made of the key and the state, so it is the same every time the letter is sent.
 */
export async function sendLetter(
  state: CancellationState,
  order: CancellationOrder,
  { subscriptionId, key: id, language, declaredAt, place }: Reported,
) {
  const subscription = await unlessDown(subscriptionById(subscriptionId));
  const to = subscription?.emails.at(-1) ?? order.email;
  const isOther = order.mainSubscriptionId !== undefined || subscription?.mainPlan === false;
  const mail = await writtenTo({ uid: order.uid, page: language }, () => {
    if (declaredAt === undefined)
      return cancellationStateMail(state, { to, id, subscriptionId, subscription, isOther });
    const endsAt =
      subscription &&
      (isPaidOnce(subscription) ? subscription.endsAt : endOnceCanceled(subscription, declaredAt));
    return cancellationReceiptMail(state, {
      id,
      to,
      subscriptionId,
      subscription,
      isOther,
      declaredAt,
      endsAt,
      place,
    });
  });
  const waits = declaredAt === undefined ? undefined : waitForPdf(mail, declaredAt);
  return waits ?? deliverLetter(cancellations.name, mail);
}

async function attempt({ entry: { key, payload }, press, saveProgress }: Delivering) {
  let { order } = payload;
  const result = (delivery: Delivery) => ({ order, delivery });
  return orElse(
    async () => {
      let complete = isComplete(order) ? order : undefined;
      if (!complete) {
        const asking = subscriptionById(payload.subscriptionId);
        const subscription = await (order ? unlessDown(asking) : asking);
        order ??= subscription ? orderFor(subscription, await mainBeside(subscription)) : null;
        if (!order) return result({ outcome: "declined", message: "Subscription not found" });
        complete = await withAccount(order, subscription?.emails);
        // Fails while the service is down: the account may have an earlier address of the subscription.
        if (!complete.uid) await asking;
        const named = payload.named ?? (subscription && namedDateOf(subscription)) ?? null;
        await saveProgress({ payload: { ...payload, order: complete, named } });
      }
      order = complete;
      const userAgent = press?.userAgent ?? "server";
      const delivery = await askBilling(payload.subscriptionId, complete, key, userAgent);
      if (delivery.outcome !== "declined") return result(delivery);
      // Billing also refuses if the subscription has already ended in another way. Then nothing is left to do.
      const subscription = await unlessDown(subscriptionById(payload.subscriptionId));
      const hasEnded = subscription && subscription.status !== "active";
      return result(hasEnded ? { outcome: "confirmed" } : delivery);
    },
    (error) => result({ outcome: "unconfirmed", asked: false, reason: error.message }),
  );
}

/**
 * The order for a subscription whose owner is not signed in. `withAccount` completes it.
 * @param main the owner's main subscription
 */
export const orderFor = (subscription: Subscription, main?: Subscription): CancellationOrder => ({
  ...billedWith(subscription, main),
  email: subscription.emails.at(-1) ?? "",
  uid: null,
});

/**
 * The main subscription of the owner of another plan: by that plan's address or, as the main one may have another, by the
 * account. Undefined where there is none, and for a main subscription itself.
 */
export async function mainBeside({
  mainPlan,
  emails,
}: Subscription): Promise<Subscription | undefined> {
  const address = emails.at(-1);
  if (mainPlan || address === undefined) return undefined;
  const main = findMainSubscription(await subscriptionsByEmail(address));
  if (main) return main;
  const account = await accountOfAddresses(emails);
  return account && findMainSubscription(await subscriptionsOf(account, { fresh: true }));
}

/**
 * The brand and the dialect of another plan are those of its owner's main one (docs/interfaces/billing.yaml); where that
 * has ended, its own.
 */
export function billedWith(subscription: Subscription, main: Subscription | undefined) {
  if (subscription.mainPlan || !main) return { brand: brandOfPlan(subscription.planCode) };
  return { brand: brandOfPlan(main.planCode), mainSubscriptionId: main.id };
}

export const isComplete = (order: CancellationOrder | null): order is CompleteOrder =>
  typeof order?.uid === "string";

/**
 * Fails if the identity provider does not answer, because then the owner may have an account.
 * @param emails of the subscription
 */
export async function withAccount(
  order: CancellationOrder,
  emails: readonly string[] = [order.email],
): Promise<CompleteOrder> {
  const account = await accountOfAddresses(emails);
  return { ...order, uid: account?.uid ?? "" };
}

/** Asks billing to cancel, and reports its answer as an event (docs/product.md#events). */
export async function askBilling(
  subscriptionId: string,
  order: CompleteOrder,
  key: string,
  userAgent: string,
): Promise<Delivery> {
  const { mainSubscriptionId = subscriptionId } = order;
  const wish = { ...order, mainSubscriptionId, idempotencyKey: key };
  const answer = await orElse(cancelSubscription(wish, subscriptionId), (failure) => failure);
  if (answer instanceof Error) {
    const answered = ["malformed", "garbled", "status", "refused"].includes(answer.kind);
    reportEvent({
      event: answered ? "cancel_unknown_response" : "cancel_request_error",
      reason: answer.message,
      userAgent,
    });
    return { outcome: "unconfirmed", asked: !isUnsent(answer), reason: answer.message };
  }
  if (isDeclined(answer)) {
    reportEvent({ event: "cancel_error", error: answer.error, userAgent });
    return { outcome: "declined", message: answer.error };
  }
  reportEvent({ event: "cancel_success", userAgent });
  rememberKey(subscriptionId, key, Date.now());
  // All processes read the subscriptions anew, so that all pages show 'canceled' from now on.
  await expireSubscriptions(order.uid);
  return { outcome: "confirmed" };
}
