import { type Mail, sendMail } from "~/clients/mail.server";
import { unlessDown } from "~/clients/upstream.server";
import type { OutboxEntry } from "~/domain/outbox";

/** @returns whether the letter is settled: the mail server accepted it, or the address cannot receive mail */
export async function deliverLetter(mail: Mail): Promise<boolean> {
  return (await unlessDown(sendMail(mail))) !== undefined;
}

/** A letter is retried for at least so many milliseconds. */
const retryTime = 86_400_000;

/** Whether to stop retrying the letter about what was done at `doneAt`. Then an operator has been notified already. */
export const isLetterGivenUp = ({ needsPerson }: OutboxEntry<unknown, unknown>, doneAt: number) =>
  needsPerson !== null && Date.now() - doneAt > retryTime;
