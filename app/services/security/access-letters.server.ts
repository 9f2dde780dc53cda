import {
  type AccessLetter,
  keepAccessLetter,
  newAccessLetterId,
} from "~/clients/access-letters.server";
import { log } from "~/clients/log.server";
import { UpstreamError, within } from "~/clients/upstream.server";
import type { AccessChange } from "~/domain/access-change";
import { browserKind } from "~/domain/way-in";
import { inBackground } from "~/services/background.server";
import { accessLetterMail, accessLetters } from "~/services/outbox/access-letter.server";
import { deliverLetter } from "~/services/outbox/letter.server";
import { carryOut } from "~/services/outbox/runner.server";

/** Milliseconds that a change waits at most for its letter to be kept. The work goes on after that. */
const longestWait = 1_000;

/**
 * Tells the owner of an account by mail that a way into it has changed. Call it once the change has been made, and await
 * it before you answer: then the letter stands in Firestore. Never throws.
 * @param userAgent of the browser that made the change; "" where there is none
 */
export async function tellOfChange(
  { uid, email }: { uid: string; email: string },
  change: AccessChange,
  userAgent = "",
): Promise<void> {
  const id = newAccessLetterId();
  const browser = userAgent ? browserKind(userAgent) : null;
  const letter = { uid, change, at: Date.now(), browser };
  const kept = keep(id, letter, email);
  inBackground("access letter", kept);
  await within(longestWait, kept).catch(() => undefined);
}

/** Keeps the letter, and begins to send it. What cannot be kept is sent at once: a warning must not be lost. */
async function keep(id: string, letter: AccessLetter, email: string): Promise<void> {
  try {
    const { claim } = await keepAccessLetter(id, letter);
    if (claim) inBackground("access letter", carryOut(accessLetters, claim).finished);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    // If it was kept after all, it is sent twice under one Message-ID, and shown once.
    inBackground("access letter", sendUnkept(id, letter, email));
  }
}

async function sendUnkept(id: string, letter: AccessLetter, email: string): Promise<void> {
  if (!(await deliverLetter(accessLetterMail(id, letter, { address: email, timeZone: null }))))
    log.error({ change: letter.change }, "a letter about a change of access was lost");
}
