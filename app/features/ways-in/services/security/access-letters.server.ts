import type { AccessChange } from "~/features/ways-in/rules/access-change";
import { browserKind } from "~/features/ways-in/rules/way-in";
import {
  accessLetterMail,
  accessLetters,
} from "~/features/ways-in/services/outbox/access-letter.server";
import {
  type AccessLetter,
  keepAccessLetter,
  newAccessLetterId,
} from "~/features/ways-in/store/access-letters.server";
import { languageAskedIn } from "~/platform/languages/languages.server";
import { log } from "~/platform/monitoring/log.server";
import { deliverLetter, untilSettled } from "~/platform/outbox/letter.server";
import { carryOut } from "~/platform/outbox/runner.server";
import { unlessDown, within } from "~/platform/upstream/upstream.server";
import { inBackground } from "~/platform/work/background.server";

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
  const id = newAccessLetterId();
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

/** Keeps the letter, and begins to send it. @returns false if Firestore is down */
async function keep(id: string, letter: AccessLetter): Promise<boolean> {
  const kept = await unlessDown(keepAccessLetter(id, letter));
  if (kept?.claim) inBackground("access letter", carryOut(accessLetters, kept.claim).finished);
  return kept !== undefined;
}

/**
 * Sends a letter past Firestore or, while the mail server is down, too, tries both until one works: a warning must not be
 * lost. If it was kept before after all, it is sent twice under one Message-ID, and shown once.
 */
async function untilKeptOrSent(id: string, letter: AccessLetter, email: string): Promise<void> {
  const mail = await accessLetterMail(id, letter, { address: email, timeZone: null });
  const isSettled = await untilSettled(
    async () => (await deliverLetter(accessLetters.name, mail)).end !== "again" || keep(id, letter),
  );
  if (!isSettled)
    log.error({ change: letter.change }, "a letter about a change of access was lost");
}
