import { writtenTo } from "~/features/account/language.server";
import type { LetterPayload } from "~/features/account/letter-choices.server";
import type { LetterName } from "~/features/account/settings";
import { settingsOf } from "~/features/account/settings.server";
import { stopLink } from "~/features/letters/services/stop-link.server";
import type { Mail } from "~/platform/mail/mail.server";
import { type Delivered, deliverLetter } from "~/platform/outbox/letter.server";

/**
 * Sends a letter that was chosen, in its reader's language. Turned off meanwhile, it does not go out.
 * @param kind by which an operator knows it
 * @param write gets the link that turns it off
 */
export async function sendChosen(
  letter: LetterName,
  { id: uid, entry }: { id: string; entry: { payload: LetterPayload } },
  kind: string,
  write: (stop: string) => Promise<Mail>,
): Promise<Delivered | { end: "later"; dueAt: null }> {
  const stop = await stopLink({ uid, letter });
  const mail = await writtenTo({ uid, page: entry.payload.language }, () => write(stop));
  if (!(await settingsOf(uid))[letter]) return { end: "later", dueAt: null };
  return deliverLetter(kind, mail);
}
