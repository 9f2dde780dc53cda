import { randomUUID } from "node:crypto";
import { z } from "zod";
import { accountByUid } from "~/features/account/identity.server";
import { writtenTo } from "~/features/account/language.server";
import { settingsOf } from "~/features/account/settings.server";
import { browserKind } from "~/features/ways-in/rules/way-in";
import {
  type AccessChange,
  accessChanges,
  accessMail,
} from "~/features/ways-in/services/access-mail";
import { keptLanguage, languageAskedIn } from "~/platform/languages/languages.server";
import { log } from "~/platform/monitoring/log.server";
import { deliverLetter, isLetterGivenUp, untilSettled } from "~/platform/outbox/letter.server";
import { carryOut, type OutboxKind, type Run, type Verdict } from "~/platform/outbox/runner.server";
import { keepEntry } from "~/platform/outbox/store/keep.server";
import { erasureMarkOf } from "~/platform/store/erasure-marks.server";
import { unlessDown, within } from "~/platform/upstream/upstream.server";
import { hour } from "~/platform/values/durations";
import { inBackground } from "~/platform/work/background.server";

const payload = z.object({
  uid: z.string().min(1),
  change: z.enum(accessChanges),
  /** Epoch milliseconds. */
  at: z.number(),
  /** From `browserKind`; null where it is not known. */
  browser: z.string().nullable(),
  /** The language of the page where the change was made. */
  language: keptLanguage,
});
type AccessLetter = z.output<typeof payload>;

const progress = z.object({
  /** Epoch milliseconds; null until the letter is settled. */
  sentAt: z.number().nullable(),
});
type AccessLetterProgress = z.output<typeof progress>;

/** A letter about a change of a way in, stored in `accessLetters/{id}`: one for each change, chosen or not. */
export const accessLetters: OutboxKind<AccessLetter, AccessLetterProgress, never> = {
  name: "access-letter",
  collection: "accessLetters",
  payload,
  progress,
  // Looking the address and the time zone up takes up to 4 s, what the mailbox refused 2 s, a letter 4 s, looking for an
  // erasure 2 s, saving its result 5 s.
  lease: 20_000,
  backOff: { first: 10_000, most: 900_000 },
  askPersonAfter: 3 * hour,
  stopsThen: false,
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
  const mail = await accessLetterMail(key, payload, account.email, settings?.timeZone ?? null);
  const letter = await deliverLetter(accessLetters.name, mail);
  if (letter.end === "taken") return { end: "done", progress: { sentAt: Date.now() } };
  return letter.end === "again" && !isLetterGivenUp(entry, payload.at)
    ? letter
    : { end: "declined" };
}

/** The Message-ID is made of the key, so it is the same every time the letter is sent. */
const accessLetterMail = (
  key: string,
  { uid, language: page, ...letter }: AccessLetter,
  to: string,
  timeZone: string | null,
) => writtenTo({ uid, page }, () => accessMail({ ...letter, to, timeZone, id: `access-${key}` }));

/** Milliseconds that a change waits at most for its letter: as long as a write may take. The work goes on after that. */
const longestWait = 2_500;

/**
 * Tells the owner of an account by mail that a way into it has changed. Call it once the change has been made, and await
 * it before you answer: then the letter stands in Firestore, unless that is down. Never throws.
 * @param userAgent of the browser that made the change; "" where there is none
 */
export async function tellOfChange(
  { uid, email }: { uid: string; email: string },
  change: AccessChange,
  userAgent = "",
): Promise<void> {
  // The same letter sent twice has the same name.
  const id = randomUUID();
  const browser = userAgent ? browserKind(userAgent) : null;
  const letter = { uid, change, at: Date.now(), browser, ...languageAskedIn() };
  const kept = keep(id, letter);
  inBackground(
    "access letter",
    kept.then(async (isKept) => {
      if (!isKept) await untilKeptOrSent(id, letter, email);
    }),
  );
  await within(longestWait, kept).catch(() => undefined);
}

/** Keeps the letter, so that it cannot be lost, and begins to send it. @returns false if Firestore is down */
async function keep(id: string, letter: AccessLetter): Promise<boolean> {
  const kept = await unlessDown(
    keepEntry(accessLetters, id, {
      isDone: ({ state }) => state === "done",
      canJoin: ({ state }) => state === "open",
      join: () => ({}),
      begin: () => ({
        key: id,
        payload: letter,
        progress: { sentAt: null },
        runsInBackground: true,
      }),
    }),
  );
  if (kept?.claim) inBackground("access letter", carryOut(accessLetters, kept.claim).finished);
  return kept !== undefined;
}

/**
 * Sends a letter past Firestore or, while the mail server is down, too, tries both until one works: a warning must not be
 * lost. If it was kept before after all, it is sent twice under one Message-ID, and shown once.
 */
async function untilKeptOrSent(id: string, letter: AccessLetter, email: string): Promise<void> {
  const mail = await accessLetterMail(id, letter, email, null);
  const isSettled = await untilSettled(
    async () => (await deliverLetter(accessLetters.name, mail)).end !== "again" || keep(id, letter),
  );
  if (!isSettled)
    log.error({ change: letter.change }, "a letter about a change of access was lost");
}
