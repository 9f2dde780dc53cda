import offers from "content:offers";
import { writtenTo } from "~/features/account/language.server";
import { belongsTo } from "~/features/account/product";
import type { Subscription } from "~/features/account/subscription";
import { unquoted } from "~/features/leaving/rules/public-declaration";
import { refundDue } from "~/features/leaving/rules/refund";
import { chargeAfter } from "~/features/leaving/rules/term";
import { wishOf } from "~/features/leaving/services/cancellation-wish.server";
import { tellOfCharge } from "~/features/leaving/services/charge-letters.server";
import { takeLetter } from "~/features/leaving/services/declaration-limits.server";
import {
  copyOfReceiptMail,
  type Declared,
  receiptMail,
  waitForPdf,
} from "~/features/leaving/services/declaration-mails.server";
import { withdrawalToSupportMail } from "~/features/leaving/services/operator-mails.server";
import {
  countsAs,
  dueOf,
  owedSinceOf,
  withdrawalOf,
} from "~/features/leaving/services/outbox/open-declaration/due.server";
import {
  isReceiptOwed,
  type Opened,
  type Opening,
  type OpenPayload,
  type OpenProgress,
  openDeclarationName,
  withoutSaid,
} from "~/features/leaving/services/outbox/open-declaration/entry.server";
import { amendDeclaration } from "~/features/leaving/store/declarations.server";
import { deliverLetter } from "~/platform/outbox/letter.server";
import { isSameAddress } from "~/platform/values/mail-address";

export function declaredOf(
  { subscriptionId, declaration, declared, order, atOnce }: OpenPayload,
  subscription: Subscription,
  needsLink: boolean,
): Declared {
  const to = subscription.emails.at(-1) ?? (order.email || declared.email);
  return {
    ...declared,
    id: declaration,
    subscriptionId,
    to,
    needsLink,
    atOnce,
    subscription,
    counts: countsAs(declared, subscription),
    renewedAt: withdrawalOf(declared, subscription).renewedAt,
  };
}

/** Whom the letters go to. Without an account there is no setting of a language. */
export const letterReader = ({ order, declared: { language: page } }: OpenPayload) => ({
  uid: order.uid ?? "",
  page,
});

/**
 * Sends the receipt.
 * @returns when the mail server took it; `refused`: no mailbox takes it; null: not sent, but the declaration is due and
 * goes on; else what ends the run, as the receipt must be tried again first
 */
export async function sendReceipt(
  run: Opening,
  declared: Declared,
  subscription: Subscription,
  isCarriedOut = false,
): Promise<Opened | OpenProgress["receipt"]> {
  const { payload } = run.entry;
  // A declaration that is due does not wait for a mail server: its receipt comes after the cancellation.
  const latest = dueOf(payload, subscription, "refused");
  const isLate = !isCarriedOut && !declared.needsLink && Date.now() >= latest;
  const isCounted = payload.atOnce || run.entry.progress.counted;
  const wait = isCounted ? undefined : await takeLetter(declared.to);
  if (wait !== undefined && (isCarriedOut || declared.needsLink))
    return { end: "later", dueAt: Date.now() + wait };
  // A late receipt comes after the cancellation, when the address may have a letter again.
  if (wait !== undefined)
    return isLate ? null : { end: "later", dueAt: Math.min(Date.now() + wait, latest) };
  if (!isCounted) await run.saveProgress({ progress: { counted: true } });
  const expected = isCarriedOut ? declared.declaredAt : dueOf(payload, subscription, Date.now());
  const letter = await deliverReceipt(run, payload, { declared, expected, isLate });
  if (letter.end === "again") return isLate ? null : letter;
  const receipt = letter.end === "taken" ? Date.now() : "refused";
  await run.saveProgress({ progress: { receipt, needsLink: declared.needsLink } });
  return receipt;
}

/** @param isLate whether it does not wait for its PDF */
async function deliverReceipt(
  { saveProgress }: Opening,
  payload: OpenPayload,
  { declared, expected, isLate }: { declared: Declared; expected: number; isLate: boolean },
) {
  const write = (said: Declared) =>
    writtenTo(letterReader(payload), () => receiptMail(said, expected));
  const mail = await write(declared);
  const waits = isLate ? undefined : waitForPdf(mail, declared.declaredAt);
  const composeUnquoted = async () => {
    await saveProgress({});
    return write(unquoted(declared));
  };
  return waits ?? deliverLetter(openDeclarationName, mail, composeUnquoted);
}

/**
 * Sends the receipt of a cancellation that a withdrawal after sign-in has replaced.
 * @returns what ends the run where it must be tried again
 */
export async function sendReceiptOwed(
  run: Opening,
  subscription: Subscription,
): Promise<Opened | undefined> {
  const { payload } = run.entry;
  const one = payload.earlier.find(isReceiptOwed);
  if (!one) return undefined;
  const owed = { ...payload, ...one, atOnce: false };
  const declared = declaredOf(owed, subscription, false);
  const expected = declared.declaredAt;
  const letter = await deliverReceipt(run, owed, { declared, expected, isLate: false });
  if (letter.end === "again") return letter;
  await run.saveProgress({ payload: { ...payload, earlier: withoutSaid(payload.earlier, one) } });
  return undefined;
}

export const endsRun = (receipt: Opened | OpenProgress["receipt"]): receipt is Opened =>
  typeof receipt === "object" && receipt !== null;

/**
 * Sends a copy of the receipt, without plan and dates, to the typed address, once, if that is another one of the
 * subscription's. A copy that the mail server does not take is tried again with the next run, and delays nothing.
 */
export async function sendCopy(
  run: Opening,
  declared: Declared,
  receipt: OpenProgress["receipt"],
): Promise<void> {
  const { email, subscription, to } = declared;
  const { copied, copyCounted } = run.entry.progress;
  const isOwn = subscription.emails.some((one) => isSameAddress(one, email));
  if (receipt === null || copied || !isOwn || isSameAddress(email, to)) return;
  if (!copyCounted) {
    if ((await takeLetter(email)) !== undefined) return;
    await run.saveProgress({ progress: { copyCounted: true } });
  }
  const letter = await deliverLetter(
    openDeclarationName,
    await writtenTo(letterReader(run.entry.payload), () => copyOfReceiptMail(declared)),
  );
  if (letter.end !== "again") await run.saveProgress({ progress: { copied: true } });
}

/** The wish to cancel, unless it was carried out before this was declared: then the subscription was resumed since. */
export async function wishSince({ subscriptionId, declared }: OpenPayload) {
  const wish = await wishOf(subscriptionId);
  const confirmedAt = wish?.progress.confirmedAt ?? null;
  return confirmedAt === null || confirmedAt >= declared.declaredAt ? wish : undefined;
}

/**
 * Tells of a term that was charged between the declaration and another wish, which ended the subscription. The declaration's
 * own wish tells of its charges itself.
 * @returns what ends the run where it must be tried again
 */
export async function tellCharge(
  { entry: { payload, progress }, saveProgress }: Opening,
  subscription: Subscription,
): Promise<Opened | undefined> {
  const { declared, declaration: id } = payload;
  const wish = await wishSince(payload);
  if (wish?.payload.declaration === id) return undefined;
  const after = owedSinceOf(declared);
  // Without a wish and without an end date it is not known whether a charge came before the end.
  const by = wish ? (wish.payload.owedSince ?? wish.requestedAt) : subscription.endsAt;
  if (by === undefined) return undefined;
  const isActive = subscription.status === "active";
  const came = chargeAfter(subscription, { after, by, isActive });
  if (!came) return undefined;
  const { email: knownAs, declaredAt } = declared;
  const about = { id, subscription, knownAs, declaredAt, owedSince: after, came };
  return tellOfCharge(
    openDeclarationName,
    { ...about, reader: letterReader(payload) },
    {
      count: progress.refundLetters,
      note: (refundLetters) => saveProgress({ progress: { refundLetters } }),
    },
  );
}

/** When another wish had canceled a subscription before it was withdrawn from. */
async function canceledBefore(
  { subscriptionId, declaration, declared: { declaredAt } }: OpenPayload,
  { startedAt }: Subscription,
): Promise<number | undefined> {
  const wish = await wishOf(subscriptionId);
  if (!wish || wish.payload.declaration === declaration || wish.progress.confirmedAt === null)
    return undefined;
  const { requestedAt } = wish;
  return requestedAt >= startedAt && requestedAt <= declaredAt ? requestedAt : undefined;
}

/** @returns what ends the run where it must be tried again */
export async function tellOfMoney(
  { entry: { payload, progress }, saveProgress }: Opening,
  declared: Declared,
): Promise<Opened | undefined> {
  if (declared.counts !== "withdraw" || progress.told) return undefined;
  const { subscription } = declared;
  const firstFree =
    belongsTo(subscription.planCode, "giftOneMonth") && offers.offers.giftOneMonth.dueNow === 0;
  const canceledAt = await canceledBefore(payload, subscription);
  const due = refundDue({ ...declared, firstFree, canceledAt }, Date.now());
  const { refund, refundDueAt } = due;
  await amendDeclaration(payload.declaration, { refund, refundDueAt });
  const mail = await withdrawalToSupportMail(declared, due);
  const letter = await deliverLetter(openDeclarationName, mail);
  if (letter.end === "again") return letter;
  await saveProgress({ progress: { told: true } });
  return undefined;
}
