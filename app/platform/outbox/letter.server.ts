import { env } from "~/env.server";
import { type Mail, type Sent, sendMail } from "~/platform/mail/mail.server";
import { log } from "~/platform/monitoring/log.server";
import {
  forgetRefusals,
  isSwitchedOff,
  mailboxName,
  noteRefusal,
  refusalsOf,
} from "~/platform/outbox/mail-refusals.server";
import { backOffAfter, type OutboxEntry } from "~/platform/outbox/outbox";
import {
  orElse,
  type UpstreamError,
  unlessDown,
  withoutWaiting,
} from "~/platform/upstream/upstream.server";
import { day } from "~/platform/values/durations";
import { isSameAddress } from "~/platform/values/mail-address";
import { pauseUnlessStopping } from "~/platform/work/background.server";

export type Delivered =
  /** The mail server has it. */
  | { end: "taken" }
  /** This mailbox does not take it, nor would it later. */
  | { end: "refused" }
  /** As the outbox's verdict: it is to be sent later. `mayBeTaken`: it may be out all the same. */
  | { end: "again"; reason: string; mayBeTaken?: true };

/**
 * Sends a letter. Where its mailbox has refused three letters of its kind in a row, it is not even tried.
 * @param kind of letter, by which an operator knows it
 * @param unquoted where the letter quotes what somebody has typed: the letter without that, sent if the mail server
 * refuses the letter after it has read it
 */
export async function deliverLetter(
  kind: string,
  mail: Mail,
  unquoted?: () => Promise<Mail>,
): Promise<Delivered> {
  const mailbox = mailboxName(mail.to);
  const isToOperator = isSameAddress(mail.to, env.SUPPORT_EMAIL);
  // While Firestore is down nobody knows of refusals, and letters go out.
  const before = (await withoutWaiting("firestore", refusalsOf(mailbox), {}))[kind];
  if (before && isSwitchedOff(before, Date.now())) {
    if (isToOperator) log.error({ kind, mailbox, reason: before.reason }, notToOperator);
    return { end: "refused" };
  }
  const sent = await orElse(sendMail(mail), deferredBy);
  switch (sent.outcome) {
    case "deferred": {
      const { reason, mayBeTaken, isPolicy } = sent;
      if (isPolicy) log.warn({ kind, mailbox, reason }, "a letter waits: refused by policy");
      return mayBeTaken ? { end: "again", reason, mayBeTaken } : { end: "again", reason };
    }
    case "taken":
      if (before) await unlessDown(forgetRefusals(mailbox, kind));
      return { end: "taken" };
    case "refused": {
      const { reason, isContent } = sent;
      // What a person typed, and what the operator is told of one person, concerns this letter only. Its refusal is not
      // counted, as it tells nothing about the next letter.
      const isOneOff = isContent && (unquoted || isToOperator);
      const count = isOneOff ? undefined : await unlessDown(noteRefusal(mailbox, kind, reason));
      log.warn({ kind, mailbox, reason, count }, "a letter was refused for good");
      if (isContent && unquoted)
        return deliverLetter(kind, { ...(await unquoted()), isUnquoted: true });
      if (isToOperator) log.error({ kind, mailbox, reason }, notToOperator);
      return { end: "refused" };
    }
  }
}

function deferredBy({ kind, message }: UpstreamError): Sent {
  return kind === "timeout"
    ? { outcome: "deferred", reason: message, mayBeTaken: true }
    : { outcome: "deferred", reason: `${message}, the letter was not taken` };
}

/** The log is then the only way to reach the operator. */
const notToOperator = "a letter to the operator was not taken";

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
