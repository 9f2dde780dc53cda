import { env } from "~/env.server";
import { writtenTo } from "~/features/account/language.server";
import type { Subscription } from "~/features/account/subscription";
import { amountOf } from "~/features/leaving/rules/refund";
import { openApp, toTheSecond } from "~/features/leaving/services/declaration-mails.server";
import { operatorMail } from "~/features/leaving/services/operator-mails.server";
import { composeLetter } from "~/platform/mail/compose.server";
import type { Mail } from "~/platform/mail/mail.server";
import { deliverLetter } from "~/platform/outbox/letter.server";
import { inMoney } from "~/platform/values/money";
import { say } from "~/platform/values/say";

/** A charge after a declaration. */
interface Charge {
  /** Of the declaration, or of the wish where there is none: the letters' ids are made of it. */
  id: string;
  subscription: Subscription;
  /** Whom the subscriber's letter goes to where the service says no address. */
  knownAs?: string | undefined;
  /** Undefined where nobody has declared anything: a trial that nobody has agreed to pay for. */
  declaredAt: number | undefined;
  /** From when on a charge is owed back: terms before a wished day are still paid for. */
  owedSince: number;
  /** Whether it is known that the charge came. */
  came: "charged" | "maybe";
}

export function refundMail({ id, subscription, knownAs, declaredAt, came }: Charge): Promise<Mail> {
  const items = [
    say`Subscription: ${subscription.id}`,
    ...(declaredAt === undefined ? [] : [say`Declared: ${toTheSecond(declaredAt)}`]),
    ...(came === "charged" ? [chargedFor(subscription)] : []),
  ];
  return composeLetter({
    to: subscription.emails.at(-1) ?? (knownAs || env.SUPPORT_EMAIL),
    id: `refund-${id}`,
    subject: came === "charged" ? say`You get a charge back` : say`You may get a charge back`,
    paragraphs: [
      came === "charged"
        ? say`Your subscription renewed after it had been canceled. We pay the charge back, and it will not renew again.`
        : say`The end of your subscription reached our billing system late, so the next term may have been charged. If it was, we pay the charge back. It will not renew again.`,
    ],
    parts: [{ items }],
    action: openApp(""),
  });
}

const chargedFor = ({ price }: Subscription): string =>
  price
    ? say`Charged: ${inMoney(price)}`
    : say`Charged: as billed (the subscription service does not say it)`;

const refundToSupportMail = ({
  id,
  subscription,
  declaredAt,
  owedSince,
  came,
}: Charge): Promise<Mail> =>
  operatorMail(() => ({
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
    items: [
      `Subscription: ${subscription.id}`,
      ...(declaredAt === undefined ? [] : [`Declared: ${toTheSecond(declaredAt)}`]),
      `${came === "charged" ? "Charged" : "Price"}: ${amountOf(subscription.price)}`,
    ],
  }));

/**
 * Tells the operator, then the subscriber, once each, that a charge came after a declaration, or may have come.
 * @param kind the outbox kind
 * @param settled how many of the two letters are settled, and how to note that one more is
 * @returns what ends the run where it must be tried again
 */
export async function tellOfCharge(
  kind: string,
  { reader, ...charge }: Charge & { reader: Parameters<typeof writtenTo>[0] },
  settled: { count: number; note(count: number): Promise<unknown> },
) {
  const mails = [
    () => refundToSupportMail(charge),
    () => writtenTo(reader, () => refundMail(charge)),
  ];
  for (const [nth, compose] of mails.entries()) {
    if (nth < settled.count) continue;
    const letter = await deliverLetter(kind, await compose());
    if (letter.end === "again") return letter;
    await settled.note(nth + 1);
  }
  return undefined;
}
