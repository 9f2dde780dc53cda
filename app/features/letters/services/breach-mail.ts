import { env } from "~/env.server";
import type { Breach } from "~/features/safety/breach";
import { composeLetter, type Part } from "~/platform/mail/compose.server";
import type { Mail } from "~/platform/mail/mail.server";
import { formatDate, parseDate } from "~/platform/values/dates";
import { allOf, apart } from "~/platform/values/listed";
import { withCommas } from "~/platform/values/numbers";
import { say } from "~/platform/values/say";

interface BreachMail {
  to: string;
  /** Most serious first. */
  breaches: readonly Breach[];
  /** Whether the first look was late, so that these are all breaches that are known. */
  isBeginning: boolean;
  id: string;
  stop: string;
}

/** How many breaches a letter describes; the page shows all. */
const shown = 10;

/** Tells of breaches that were not there at the last look or, where the first one was late, of all. */
export function breachMail(letter: BreachMail): Promise<Mail> {
  const { to, breaches, isBeginning, id, stop } = letter;
  const others = breaches.length - shown;
  const [first] = breaches;
  const isOne = breaches.length === 1 && first;
  const heading = headingOf(breaches.length, isBeginning);
  return composeLetter({
    to,
    subject: isOne ? subjectOfOne(cut(first.name), isBeginning) : heading,
    preview: say`What was lost, and what to do about it.`,
    heading,
    parts: allOf(
      {
        paragraphs: allOf(
          say`This does not mean that somebody is reading your mail. A site has lost data that it held about you.`,
          isBeginning &&
            say`We could not look when you turned these alerts on, so this letter names every breach that we know of now. From now on we write only about new ones.`,
        ),
      },
      ...breaches.slice(0, shown).map(partOf),
      others > 0 && {
        paragraphs: [others === 1 ? say`And 1 other.` : say`And ${withCommas(others)} others.`],
      },
    ),
    action: { label: say`See what to do`, address: `${env.APP_ORIGIN}/dashboard/password-safety` },
    id,
    reason: say`You get this because you turned on breach alerts. We look once a month, and write only about breaches that were not there before.`,
    stop,
  });
}

function headingOf(count: number, isBeginning: boolean): string {
  if (count === 1)
    return isBeginning
      ? say`Your email is in a data breach`
      : say`Your email is in a new data breach`;
  return isBeginning
    ? say`Your email is in ${count} data breaches`
    : say`Your email is in ${count} new data breaches`;
}

const subjectOfOne = (name: string, isBeginning: boolean): string =>
  isBeginning
    ? say`Your email is in a data breach: ${name}`
    : say`Your email is in a new data breach: ${name}`;

function partOf({ name, domain, date, dataClasses }: Breach): Part {
  const at = parseDate(date);
  const where = [cut(domain), Number.isNaN(at) ? cut(date) : formatDate(at)].filter(Boolean);
  return {
    title: cut(name),
    paragraphs: allOf(
      where.length > 0 && apart(...where),
      dataClasses.length > 0 && say`Lost: ${cut(dataClasses.join(", "), 500)}.`,
    ),
  };
}

/** Texts of the breach service, at most so long, and on one line. */
const cut = (text: string, length = 100) => text.replace(/\s+/g, " ").trim().slice(0, length);
