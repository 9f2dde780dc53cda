import { env } from "~/env.server";
import { composeLetter } from "~/platform/mail/compose.server";
import type { Mail } from "~/platform/mail/mail.server";
import { formatDate } from "~/platform/values/dates";
import { allOf } from "~/platform/values/listed";
import { say } from "~/platform/values/say";

interface ReminderMail {
  to: string;
  /** When the newest export in use was taken; undefined where none is in use. Epoch milliseconds. */
  takenAt: number | undefined;
  id: string;
  stop: string;
}

/** Reminds of importing a new export. */
export function reminderMail(letter: ReminderMail): Promise<Mail> {
  const { to, takenAt, id, stop } = letter;
  return composeLetter({
    to,
    subject: say`Your last import is a month old`,
    preview: say`A new export shows who left, who came and who is back.`,
    heading: say`Time for a new export`,
    parts: [
      {
        paragraphs: allOf(
          takenAt !== undefined &&
            say`The newest export in your analysis is of ${formatDate(takenAt)}.`,
          say`Import a new one, and see by name who has left since, who came, who has a new name and who is back.`,
          say`Instagram prepares an export within minutes, or up to two days. The import page says step by step how to ask for it.`,
        ),
      },
    ],
    action: { label: say`Import a new export`, address: `${env.APP_ORIGIN}/dashboard/import` },
    id,
    reason: say`You get this because you turned on the import reminder. It comes once for each import, when it is a month old.`,
    stop,
  });
}
