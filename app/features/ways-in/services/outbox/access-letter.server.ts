import { accountByUid } from "~/features/account/identity.server";
import { writtenTo } from "~/features/account/language.server";
import { settingsOf } from "~/features/account/settings.server";
import { accessMail } from "~/features/ways-in/services/access-mail";
import {
  type AccessLetter,
  type AccessLetterProgress,
  accessLetterEntries,
} from "~/features/ways-in/store/access-letters.server";
import { deliverLetter, isLetterGivenUp } from "~/platform/outbox/letter.server";
import type { OutboxKind, Run, Verdict } from "~/platform/outbox/runner.server";
import { erasureMarkOf } from "~/platform/store/erasure-marks.server";
import { unlessDown } from "~/platform/upstream/upstream.server";

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
  // Work that began before an erasure may write a letter after it. Then the erasure has missed it.
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
  const letter = await deliverLetter(accessLetters.name, await accessLetterMail(key, payload, to));
  if (letter.end === "taken") return { end: "done", progress: { sentAt: Date.now() } };
  return letter.end === "again" && !isLetterGivenUp(entry, payload.at)
    ? letter
    : { end: "declined" };
}

/** The Message-ID is made of the key, so it is the same every time the letter is sent. */
export const accessLetterMail = (
  key: string,
  { uid, change, at, browser, language: page }: AccessLetter,
  { address, timeZone }: { address: string; timeZone: string | null },
) =>
  writtenTo({ uid, page }, () =>
    accessMail({
      change,
      at,
      browser,
      to: address,
      timeZone,
      id: `access-${key}`,
    }),
  );
