import { env } from "~/env.server";
import type { DeclarationWay } from "~/features/leaving/rules/declaration";
import type { PublicDeclaration } from "~/features/leaving/rules/public-declaration";
import { amountOf, type RefundDue } from "~/features/leaving/rules/refund";
import {
  type Charge,
  type Declared,
  toTheSecond,
} from "~/features/leaving/services/declaration-mails.server";
import { obligationsOn } from "~/features/leaving/services/obligations.server";
import { quoted, quotedRows } from "~/features/leaving/services/public-words.server";
import { composeForOperator } from "~/platform/mail/compose.server";
import type { Mail } from "~/platform/mail/mail.server";
import { formatDayIn } from "~/platform/values/dates";

/** Letters to the operator are in English. */
const openApp = { label: "Open Profile Analyzer", address: env.APP_ORIGIN };

/** @param due what is paid back, and by when */
export function withdrawalToSupportMail(
  declared: Declared,
  { refund, refundDueAt, reasons }: RefundDue,
): Promise<Mail> {
  const { id, subscriptionId, subscription, declaredAt, place } = declared;
  const { laws } = obligationsOn(subscription.country ?? place, declaredAt);
  return composeForOperator(() => ({
    to: env.SUPPORT_EMAIL,
    id: `withdrawal-${id}`,
    subject: "A withdrawal: money is due",
    heading: "A subscriber has withdrawn",
    paragraphs: [`Pay back ${refund} by ${formatDayIn(refundDueAt, null)}.`, ...reasons],
    parts: [
      {
        items: [
          `Subscription: ${subscriptionId}`,
          `Declared: ${toTheSecond(declaredAt)}`,
          `Paid for a term: ${amountOf(subscription.price)}`,
          ...laws.map((law) => `Rule: ${law}`),
        ],
      },
    ],
    action: openApp,
  }));
}

/** A charge came after a declaration, or may have come. */
export const refundToSupportMail = ({
  id,
  subscription,
  declaredAt,
  owedSince,
  came,
}: Charge): Promise<Mail> =>
  composeForOperator(() => ({
    to: env.SUPPORT_EMAIL,
    id: `refund-support-${id}`,
    ...(came === "charged"
      ? {
          subject: "A charge after a cancellation: money is due",
          heading: "A charge came after a cancellation",
          paragraphs: [
            `The subscription renewed after it had been canceled. Pay back what was charged after ${toTheSecond(owedSince)}.`,
          ],
        }
      : {
          subject: "A charge after a cancellation: money may be due",
          heading: "A charge may have come after a cancellation",
          paragraphs: [
            `Billing confirmed the cancellation within the 24 hours before the next term, when it may have charged that term. Look whether it has, and pay back what was charged after ${toTheSecond(owedSince)}.`,
          ],
        }),
    parts: [
      {
        items: [
          `Subscription: ${subscription.id}`,
          ...(declaredAt === undefined ? [] : [`Declared: ${toTheSecond(declaredAt)}`]),
          `${came === "charged" ? "Charged" : "Price"}: ${amountOf(subscription.price)}`,
        ],
      },
    ],
    action: openApp,
  }));

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
  composeForOperator(() => ({
    to: env.SUPPORT_EMAIL,
    id: `unkept-${id}`,
    subject: "A declaration could not be kept",
    heading: "A cancellation could not be written down in time",
    paragraphs: [
      "The database did not answer, so billing is asked directly. The app writes the declaration down as soon as the database answers; until then this letter is its proof.",
      "If npm run declarations does not show it an hour after the outage, the process was killed before: run the command below. It changes nothing where the declaration is written down; where billing was not reached, the subscription is canceled then.",
    ],
    parts: [
      {
        items: [
          `Subscription: ${wish.subscriptionId}`,
          `Declared: ${toTheSecond(wish.pressedAt)}`,
          `How: ${wish.declares?.how ?? "not known"}`,
          `Place: ${wish.declares?.place ?? "not known"}`,
          `Command: npm run declarations -- --keep ${token}`,
        ],
      },
    ],
    action: openApp,
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
  composeForOperator(() => ({
    to: env.SUPPORT_EMAIL,
    id: `extraordinary-${id}`,
    subject: "An extraordinary cancellation",
    heading: "Somebody cancels for a reason",
    paragraphs: [
      isDisliked
        ? "It is carried out like any other cancellation. Your mail server refused this letter with the name, contract and reason that were typed on the public page, so they are left out. Ask for them at the address below."
        : "It is carried out like any other cancellation. Look at what is quoted, which was typed on the public page.",
    ],
    parts: [
      {
        items: quotedRows({ ...declared, email: quoted(declared.email) }).map(
          ([label, value]) => `${label}: ${value}`,
        ),
      },
    ],
    action: openApp,
  }));
