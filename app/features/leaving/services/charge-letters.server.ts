import { writtenTo } from "~/features/account/language.server";
import { type Charge, refundMail } from "~/features/leaving/services/declaration-mails.server";
import { refundToSupportMail } from "~/features/leaving/services/operator-mails.server";
import { deliverLetter } from "~/platform/outbox/letter.server";

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
