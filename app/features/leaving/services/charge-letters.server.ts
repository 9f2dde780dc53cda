import { writtenTo } from "~/features/account/language.server";
import type { Subscription } from "~/features/account/subscription";
import { refundMail } from "~/features/leaving/services/declaration-mails.server";
import { refundToSupportMail } from "~/features/leaving/services/operator-mails.server";
import { deliverLetter } from "~/platform/outbox/letter.server";

interface Charge {
  /** Of the declaration, or of the wish where there is none: the letters' ids are made of it. */
  id: string;
  subscription: Subscription;
  declaredAt: number;
  reader: Parameters<typeof writtenTo>[0];
}

/**
 * Tells the operator, then the subscriber, once each, that a charge came after a declaration.
 * @param kind the outbox kind
 * @param settled how many of the two letters are settled, and how to note that one more is
 * @returns what ends the run where it must be tried again
 */
export async function tellOfCharge(
  kind: string,
  { reader, ...charge }: Charge,
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
