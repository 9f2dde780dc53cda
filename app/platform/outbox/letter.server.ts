import { type Mail, sendMail } from "~/platform/mail/mail.server";
import { log } from "~/platform/monitoring/log.server";
import {
  forgetRefusals,
  mailboxName,
  noteRefusal,
  refusalsOf,
} from "~/platform/outbox/mail-refusals.server";
import { backOffAfter, type OutboxEntry } from "~/platform/outbox/outbox";
import { isSwitchedOff } from "~/platform/outbox/refusals";
import { unlessDown, withoutWaiting } from "~/platform/upstream/upstream.server";
import { day } from "~/platform/values/durations";
import { pauseUnlessStopping } from "~/platform/work/background.server";

export type Delivered =
  /** The mail server has it. */
  | { end: "taken" }
  /** This mailbox does not take it, nor would it later: it is noted for the operator. `isContent`: maybe for what it says. */
  | { end: "refused"; isContent?: true }
  /** As the outbox's verdict: it is to be sent later. */
  | { end: "again"; reason: string };

/**
 * Sends a letter. Where its mailbox has refused three letters of its kind in a row, it is not even tried.
 * @param kind of letter, by which an operator knows it
 */
export async function deliverLetter(kind: string, mail: Mail): Promise<Delivered> {
  const mailbox = mailboxName(mail.to);
  // While Firestore is down nobody knows of refusals, and letters go out.
  const before = (await withoutWaiting("firestore", refusalsOf(mailbox), {}))[kind];
  if (before && isSwitchedOff(before, Date.now())) return { end: "refused" };
  const sent = await unlessDown(sendMail(mail));
  switch (sent?.outcome) {
    case undefined:
      return { end: "again", reason: "mail: the letter was not taken" };
    case "deferred":
      return { end: "again", reason: sent.reason };
    case "taken":
      if (before) await unlessDown(forgetRefusals(mailbox, kind));
      return { end: "taken" };
    case "refused": {
      const count = await unlessDown(noteRefusal(mailbox, kind, sent.reason));
      log.warn({ kind, mailbox, reason: sent.reason, count }, "a letter was refused for good");
      return sent.isContent ? { end: "refused", isContent: true } : { end: "refused" };
    }
  }
}

const unkeptBackOff = { first: 1_000, most: 30_000 };

/**
 * For a letter that could not be kept: repeats the attempt until it says that the letter is settled.
 * @returns false if the process must stop before
 */
export async function untilSettled(attempt: () => Promise<boolean>): Promise<boolean> {
  for (let attempts = 1; !(await attempt()); attempts += 1)
    if (!(await pauseUnlessStopping(backOffAfter(attempts, unkeptBackOff)))) return false;
  return true;
}

/** A letter is retried for at least so many milliseconds. */
const retryTime = day;

/** Whether to stop retrying the letter about what was done at `doneAt`. Then an operator has been notified already. */
export const isLetterGivenUp = ({ needsPerson }: OutboxEntry<unknown, unknown>, doneAt: number) =>
  needsPerson !== null && Date.now() - doneAt > retryTime;
