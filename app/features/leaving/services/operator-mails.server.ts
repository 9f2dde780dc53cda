import { env } from "~/env.server";
import type { DeclarationWay } from "~/features/leaving/rules/declaration";
import type { PublicDeclaration } from "~/features/leaving/rules/public-declaration";
import { amountOf, type RefundDue } from "~/features/leaving/rules/refund";
import {
  type Declared,
  openApp,
  toTheSecond,
} from "~/features/leaving/services/declaration-mails.server";
import { obligationsOn } from "~/features/leaving/services/obligations.server";
import { quoted, quotedRows } from "~/features/leaving/services/public-words.server";
import { composeForOperator, type Letter } from "~/platform/mail/compose.server";
import type { Mail } from "~/platform/mail/mail.server";
import { formatDate } from "~/platform/values/dates";

/** A letter to the operator, in English. */
export const operatorMail = (
  compose: () => Omit<Letter, "to" | "action" | "parts"> & { items?: string[] },
): Promise<Mail> =>
  composeForOperator(() => {
    const { items, ...letter } = compose();
    const parts = items ? [{ items }] : [];
    return { ...letter, parts, to: env.SUPPORT_EMAIL, action: openApp("") };
  });

/** @param due what is paid back, and by when */
export function withdrawalToSupportMail(
  declared: Declared,
  { refund, refundDueAt, reasons }: RefundDue,
): Promise<Mail> {
  const { id, subscriptionId, subscription, declaredAt, place } = declared;
  const { laws } = obligationsOn(subscription.country ?? place, declaredAt);
  return operatorMail(() => ({
    id: `withdrawal-${id}`,
    subject: "A withdrawal: money is due",
    heading: "A subscriber has withdrawn",
    paragraphs: [`Pay back ${refund} by ${formatDate(refundDueAt)}.`, ...reasons],
    items: [
      `Subscription: ${subscriptionId}`,
      `Declared: ${toTheSecond(declaredAt)}`,
      `Paid for a term: ${amountOf(subscription.price)}`,
      ...laws.map((law) => `Rule: ${law}`),
    ],
  }));
}

/**
 * Firestore did not take a declaration in time: until it does, this letter is what is left of it if the process dies.
 * @param token with which it is written down
 */
export const unkeptMail = (
  id: string,
  wish: {
    subscriptionId: string;
    pressedAt: number;
    declares?: { how: DeclarationWay; place: string | null } | undefined;
  },
  token: string,
): Promise<Mail> =>
  operatorMail(() => ({
    id: `unkept-${id}`,
    subject: "A declaration could not be kept",
    heading: "A cancellation could not be written down in time",
    paragraphs: [
      "The database did not answer, so billing is asked directly. The app writes the declaration down as soon as the database answers; until then this letter is its proof.",
      "If npm run declarations does not show it an hour after the outage, the process was killed before: run the command below. It changes nothing where the declaration is written down; where billing was not reached, the subscription is canceled then.",
    ],
    items: [
      `Subscription: ${wish.subscriptionId}`,
      `Declared: ${toTheSecond(wish.pressedAt)}`,
      `How: ${wish.declares?.how ?? "not known"}`,
      `Place: ${wish.declares?.place ?? "not known"}`,
      `Command: npm run declarations -- --keep ${token}`,
    ],
  }));

/**
 * The operator is told of a cancellation for a reason, which is a lawyer's matter.
 * @param isDisliked a mail server has refused what was typed, which is left out of `declared`
 */
export const extraordinaryMail = (
  id: string,
  declared: PublicDeclaration,
  { isDisliked }: { isDisliked: boolean },
): Promise<Mail> =>
  operatorMail(() => ({
    id: `extraordinary-${id}`,
    subject: "An extraordinary cancellation",
    heading: "Somebody cancels for a reason",
    paragraphs: [
      isDisliked
        ? "It is carried out like any other cancellation. Your mail server refused this letter with the name, contract and reason that were typed on the public page, so they are left out. Ask for them at the address below."
        : "It is carried out like any other cancellation. Look at what is quoted, which was typed on the public page.",
    ],
    items: quotedRows({ ...declared, email: quoted(declared.email) }).map(
      ([label, value]) => `${label}: ${value}`,
    ),
  }));
