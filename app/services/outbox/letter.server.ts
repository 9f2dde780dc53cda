import { type Mail, sendMail } from "~/clients/mail.server";
import { unlessDown } from "~/clients/upstream.server";
import type { OutboxEntry } from "~/domain/outbox";

/** @returns whether the letter is settled: the mail server accepted it, or no mail can go to that address */
export async function deliverLetter(mail: Mail): Promise<boolean> {
  return (await unlessDown(sendMail(mail))) !== undefined;
}

/** Milliseconds after the deed in which its letter is tried at least. */
const letterPatience = 86_400_000;

/** Whether the letter about what was done at `doneAt` is tried no more: a person has been told. */
export const isLetterGivenUp = ({ needsPerson }: OutboxEntry<unknown, unknown>, doneAt: number) =>
  needsPerson !== null && Date.now() - doneAt > letterPatience;
