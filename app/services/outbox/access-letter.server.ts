import {
  type AccessLetter,
  type AccessLetterProgress,
  accessLetterEntries,
} from "~/clients/access-letters.server";
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

async function send({ entry }: Sending): Promise<Sent> {
  const { key, payload } = entry;
  const [account, settings] = await Promise.all([
    accountByUid(payload.uid),
    unlessDown(settingsOf(payload.uid)),
  ]);
  // Nobody is left to tell. Somebody without a running plan, or who was shut out, is told.
  if (!account?.email) return { end: "done" };
  const to = { address: account.email, timeZone: settings?.timeZone ?? null };
  const sent = await deliverLetter(accessLetterMail(key, payload, to));
  if (!sent && !isLetterGivenUp(entry, payload.at))
    return { end: "again", reason: "mail: the letter was not taken" };
  return { end: "done", progress: { sentAt: sent ? Date.now() : null } };
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
