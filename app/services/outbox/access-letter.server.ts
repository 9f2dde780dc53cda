import {
  type AccessLetter,
  type AccessLetterProgress,
  accessLetterEntries,
} from "~/clients/access-letters.server";
import { erasureMarkOf } from "~/clients/erasure-marks.server";
import { accountByUid } from "~/clients/identity.server";
import { settingsOf } from "~/clients/settings.server";
import { unlessDown } from "~/clients/upstream.server";
import { env } from "~/env.server";
import { accessMail } from "~/services/letters/access-mail";
import { deliverLetter, isLetterGivenUp } from "~/services/outbox/letter.server";
import type { OutboxKind, Run, Verdict } from "~/services/outbox/runner.server";

/** A letter about a change of a way in, stored in `accessLetters/{id}`: one for each change, chosen or not. */
export const accessLetters: OutboxKind<AccessLetter, AccessLetterProgress, never> = {
  ...accessLetterEntries,
  concurrency: 5,
  rate: { max: 20, duration: 1_000 },
  handle: send,
};

type Sending = Run<AccessLetter, AccessLetterProgress, never>;
type Sent = Verdict<AccessLetter, AccessLetterProgress, never>;

async function send(run: Sending): Promise<Sent> {
  const sent = await deliver(run);
  if (sent.end !== "done" && sent.end !== "declined") return sent;
  const { uid, at } = run.entry.payload;
  // Written all the same by what began before an erasure, it was perhaps not there to be erased.
  const mark = await unlessDown(erasureMarkOf(uid));
  return { ...sent, leavesNothing: mark !== undefined && mark.at.toMillis() > at };
}

async function deliver({ entry }: Sending): Promise<Sent> {
  const { key, payload } = entry;
  const [account, settings] = await Promise.all([
    accountByUid(payload.uid),
    unlessDown(settingsOf(payload.uid)),
  ]);
  // Nobody is left to tell. Somebody without a running plan, or who was shut out, is told.
  if (!account?.email) return { end: "done" };
  const to = { address: account.email, timeZone: settings?.timeZone ?? null };
  const letter = await deliverLetter(accessLetters.name, accessLetterMail(key, payload, to));
  if (letter.end === "taken") return { end: "done", progress: { sentAt: Date.now() } };
  return letter.end === "again" && !isLetterGivenUp(entry, payload.at)
    ? letter
    : { end: "declined" };
}

/** The Message-ID is made of the key, so it is the same every time the letter is sent. */
export const accessLetterMail = (
  key: string,
  { change, at, browser }: AccessLetter,
  { address, timeZone }: { address: string; timeZone: string | null },
) =>
  accessMail({
    change,
    at,
    browser,
    to: address,
    timeZone,
    id: `access-${key}`,
    origin: env.APP_ORIGIN,
    supportEmail: env.SUPPORT_EMAIL,
  });
