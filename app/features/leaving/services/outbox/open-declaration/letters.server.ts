import { writtenTo } from "~/features/account/language.server";
import type { Subscription } from "~/features/account/subscription";
import { unquoted } from "~/features/leaving/rules/public-declaration";
import { refundDue } from "~/features/leaving/rules/refund";
import { wasCharged } from "~/features/leaving/rules/term";
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
  owedSince,
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
  { subscriptionId, declaration, declared, atOnce }: OpenPayload,
  subscription: Subscription,
  needsLink: boolean,
): Declared {
  const to = subscription.emails.at(-1) ?? declared.email;
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

/** Whom the letters go to. Nobody has a setting without an account. */
export const letterReader = ({ order, declared: { language: page } }: OpenPayload) => ({
  uid: order.uid ?? "",
  page,
});

/**
 * @returns when the receipt was taken, or that no mailbox takes it; null: not yet, and the declaration is due; or what ends the
 * run, where it must be tried again before anything else
 */
export async function sendReceipt(
  run: Opening,
  declared: Declared,
  subscription: Subscription,
  isCarriedOut = false,
): Promise<Opened | OpenProgress["receipt"]> {
  const { payload } = run.entry;
  // Once it is due, nobody is kept waiting by a mail server: the receipt comes after the cancellation.
  const latest = dueOf(payload, subscription, "refused");
  const isLate = !isCarriedOut && !declared.needsLink && Date.now() >= latest;
  const isCounted = payload.atOnce || run.entry.progress.counted;
  const wait = isCounted ? undefined : await takeLetter(declared.to);
  if (wait !== undefined && (isCarriedOut || declared.needsLink))
    return { end: "later", dueAt: Date.now() + wait };
  // Then the receipt comes after the cancellation, when the address may have a letter again.
  if (wait !== undefined)
    return isLate ? null : { end: "later", dueAt: Math.min(Date.now() + wait, latest) };
  if (!isCounted) await run.saveProgress({ progress: { counted: true } });
  const expected = isCarriedOut ? declared.declaredAt : dueOf(payload, subscription, Date.now());
  const write = (said: Declared) =>
    writtenTo(letterReader(payload), () => receiptMail(said, expected));
  const mail = await write(declared);
  const waits = isLate ? undefined : waitForPdf(mail, declared.declaredAt);
  if (waits) return waits;
  const letter = await deliverLetter(openDeclarationName, mail, async () => {
    await run.saveProgress({});
    return write(unquoted(declared));
  });
  if (letter.end === "again") return isLate ? null : letter;
  const receipt = letter.end === "taken" ? Date.now() : "refused";
  await run.saveProgress({ progress: { receipt, needsLink: declared.needsLink } });
  return receipt;
}

/**
 * Of a cancellation that a withdrawal by who is signed in has taken the place of.
 * @returns what ends the run where it must be tried again
 */
export async function sendReceiptOwed(
  { entry: { payload }, saveProgress }: Opening,
  subscription: Subscription,
): Promise<Opened | undefined> {
  const one = payload.earlier.find(isReceiptOwed);
  if (!one) return undefined;
  const owed = { ...payload, ...one, atOnce: false };
  const declared = declaredOf(owed, subscription, false);
  const { declaredAt } = declared;
  const write = (what: Declared) =>
    writtenTo(letterReader(owed), () => receiptMail(what, declaredAt));
  const mail = await write(declared);
  const letter =
    waitForPdf(mail, declaredAt) ??
    (await deliverLetter(openDeclarationName, mail, async () => {
      await saveProgress({});
      return write(unquoted(declared));
    }));
  if (letter.end === "again") return letter;
  await saveProgress({ payload: { ...payload, earlier: withoutSaid(payload.earlier, one) } });
  return undefined;
}

export const endsRun = (receipt: Opened | OpenProgress["receipt"]): receipt is Opened =>
  typeof receipt === "object" && receipt !== null;

/**
 * To the typed address, too, if it is one of the subscription's: without plan and dates, and once. One that the mail server does not
 * take is tried again whenever the declaration goes on, and holds nothing up.
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

/**
 * A term that began between the declaration and another wish, which ended the subscription. What is owed by a wish is told with it.
 * @returns what ends the run where it must be tried again
 */
export async function tellCharge(
  { entry: { payload, progress }, saveProgress }: Opening,
  subscription: Subscription,
): Promise<Opened | undefined> {
  const { declared, declaration: id } = payload;
  const wish = await wishOf(payload.subscriptionId);
  if (wish?.payload.declaration === id) return undefined;
  const after = owedSince(declared);
  // Where there is no wish, and nobody knows when it was ended, nobody knows whether it was charged before.
  const by = wish ? (wish.payload.owedSince ?? wish.requestedAt) : subscription.endsAt;
  if (by === undefined) return undefined;
  const isActive = subscription.status === "active";
  if (!wasCharged(subscription, { after, by, isActive })) return undefined;
  const about = { id, subscription, declaredAt: declared.declaredAt };
  return tellOfCharge(
    openDeclarationName,
    { ...about, reader: letterReader(payload) },
    {
      count: progress.refundLetters,
      note: (refundLetters) => saveProgress({ progress: { refundLetters } }),
    },
  );
}

/** @returns what ends the run where it must be tried again */
export async function tellOfMoney(
  { entry: { payload, progress }, saveProgress }: Opening,
  declared: Declared,
): Promise<Opened | undefined> {
  if (declared.counts !== "withdraw" || progress.told) return undefined;
  const { refund, refundDueAt } = refundDue(declared, Date.now());
  await amendDeclaration(payload.declaration, { refund, refundDueAt });
  const mail = await withdrawalToSupportMail(declared);
  const letter = await deliverLetter(openDeclarationName, mail);
  if (letter.end === "again") return letter;
  await saveProgress({ progress: { told: true } });
  return undefined;
}
