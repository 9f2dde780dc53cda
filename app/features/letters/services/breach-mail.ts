import type { Breach } from "~/features/safety/breach";
import { composeLetter, type Part } from "~/platform/mail/compose.server";
import type { Mail } from "~/platform/mail/mail.server";
import { formatDate, parseDate } from "~/platform/values/dates";
import { counted } from "~/platform/values/numbers";

interface BreachMail {
  to: string;
  /** Most serious first. */
  breaches: readonly Breach[];
  /** Whether nobody could look when the alerts were turned on, so that these are all that are known. */
  isBeginning: boolean;
  id: string;
  stop: string;
  origin: string;
  supportEmail: string;
}

/** As many as a letter describes; the page shows all. */
const shown = 10;

/** Tells of breaches that were not there at the last look or, where the first one was late, of all. */
export function breachMail(letter: BreachMail): Promise<Mail> {
  const { to, breaches, isBeginning, id, stop, origin, supportEmail } = letter;
  const others = breaches.length - shown;
  const news = isBeginning ? "" : "new ";
  const several = `Your email is in ${breaches.length} ${news}data breaches`;
  const one = `Your email is in a ${news}data breach`;
  return composeLetter({
    to,
    subject: breaches.length === 1 ? `${one}: ${cut(breaches[0]?.name ?? "")}` : several,
    preview: "What was lost, and what to do about it.",
    heading: breaches.length === 1 ? one : several,
    parts: [
      {
        paragraphs: [
          "This does not mean that somebody is reading your mail. A site has lost data that it held about you.",
          ...(isBeginning
            ? [
                "We could not look when you turned these alerts on, so this letter names every breach that we know of now. From now on we write only about new ones.",
              ]
            : []),
        ],
      },
      ...breaches.slice(0, shown).map(partOf),
      ...(others > 0 ? [{ paragraphs: [`And ${counted(others, "other")}.`] }] : []),
    ],
    action: { label: "See what to do", address: `${origin}/dashboard/password-safety` },
    id,
    reason:
      "You get this because you turned on breach alerts. We look once a month, and write only about breaches that were not there before.",
    stop,
    origin,
    supportEmail,
  });
}

function partOf({ name, domain, date, dataClasses }: Breach): Part {
  const at = parseDate(date);
  return {
    title: cut(name),
    paragraphs: [
      [...(domain ? [cut(domain)] : []), Number.isNaN(at) ? cut(date) : formatDate(at)].join(", "),
      ...(dataClasses.length > 0 ? [`Lost: ${cut(dataClasses.join(", "), 500)}.`] : []),
    ],
  };
}

/** Texts of the breach service, at most so long, and on one line. */
const cut = (text: string, length = 100) => text.replace(/\s+/g, " ").trim().slice(0, length);
