import { parseDate } from "../../platform/values/dates.ts";
import { day } from "../../platform/values/durations.ts";

/** A data breach that includes the e-mail address that was checked. */
export interface Breach {
  name: string;
  domain: string;
  /** As the breach service writes it, usually `2016-05-05`. */
  date: string;
  /** The kinds of data lost, in the service's words: `Passwords`, `Phone numbers`. */
  dataClasses: readonly string[];
}

/** The result of a check. An outage is never reported as "no breaches" (docs/product.md#password-safety). */
export type BreachResult =
  | { outcome: "checked"; breaches: readonly Breach[] }
  | { outcome: "rate-limited" }
  | { outcome: "failed" };

interface ToDo {
  lost: string;
  steps: readonly string[];
}

interface BreachAdvice {
  /** Most serious first. If words of several kinds match a data class, the longest word decides. */
  kinds: readonly (ToDo & { words: readonly string[] })[];
  /** For data classes that match no kind. */
  otherwise: ToDo;
}

export interface AdvisedBreach extends Breach {
  advice: readonly ToDo[];
}

/** Adds the advice to each breach. Breaches and advice are sorted by severity, equal breaches by date, newest first. */
export function advise(breaches: readonly Breach[], advice: BreachAdvice): AdvisedBreach[] {
  return breaches
    .map((breach) => ({ breach, ranks: ranksOf(breach, advice) }))
    .sort(
      (one, other) =>
        (one.ranks[0] ?? 0) - (other.ranks[0] ?? 0) ||
        other.breach.date.localeCompare(one.breach.date),
    )
    .map(({ breach, ranks }) => ({
      ...breach,
      advice: ranks.map((rank) => {
        const { lost, steps } = advice.kinds[rank] ?? advice.otherwise;
        return { lost, steps };
      }),
    }));
}

/** The kinds of data that were lost, as sorted indexes into `kinds`. The index `kinds.length` means 'otherwise'. */
function ranksOf({ dataClasses }: Breach, { kinds }: BreachAdvice): number[] {
  const words = kinds.flatMap((kind, rank) => kind.words.map((word) => ({ word, rank })));
  const ranks = dataClasses.map((lost) => {
    const [best] = words
      .filter(({ word }) => startsAWord(lost, word))
      .sort((one, other) => other.word.length - one.word.length);
    return best?.rank ?? kinds.length;
  });
  return ranks.length > 0 ? [...new Set(ranks)].sort((one, other) => one - other) : [kinds.length];
}

/** `("Partial credit card data", "credit card")` → true, `("Spinning classes", "pin")` → false. */
function startsAWord(text: string, word: string): boolean {
  return ` ${text.toLowerCase().replace(/[^a-z0-9]+/g, " ")}`.includes(` ${word}`);
}

/**
 * Whether the subscriber's password here was set after the breach; undefined where either day is not known. A breach is
 * dated by its day: a password of the same day may be the lost one.
 * @param passwordSetAt epoch milliseconds
 */
export function isPasswordNewer(
  { date }: Pick<Breach, "date">,
  passwordSetAt: number | undefined,
): boolean | undefined {
  const brokenOn = parseDate(date);
  if (passwordSetAt === undefined || Number.isNaN(brokenOn)) return undefined;
  return passwordSetAt >= brokenOn + day;
}

export const hasLostPasswords = ({ dataClasses }: Pick<Breach, "dataClasses">): boolean =>
  dataClasses.some((lost) => startsAWord(lost, "password"));

/**
 * What a breach is remembered by: its name, and its site with the day, as the service renames breaches now and then.
 * Some have no site.
 */
export const marksOf = ({
  name,
  domain,
  date,
}: Pick<Breach, "name" | "domain" | "date">): string[] =>
  domain && date ? [name, `${domain} ${date}`] : [name];

/** Whether a breach is remembered, under this name or an earlier one. */
export const isAmong = (
  breach: Pick<Breach, "name" | "domain" | "date">,
  marks: ReadonlySet<string>,
): boolean => marksOf(breach).some((mark) => marks.has(mark));

/** The breaches that the subscriber still has to deal with, and the others; each in the order in which they come. */
export function byState<B extends Breach>(
  breaches: readonly B[],
  dealtWith: readonly string[],
): { open: B[]; closed: B[] } {
  const marks = new Set(dealtWith);
  return {
    open: breaches.filter((breach) => !isAmong(breach, marks)),
    closed: breaches.filter((breach) => isAmong(breach, marks)),
  };
}
