/** A leak of a site's data in which an e-mail address was found. */
export interface Breach {
  name: string;
  domain: string;
  /** As the breach service writes it, usually `2016-05-05`. */
  date: string;
  /** The kinds of data lost, in the service's words: `Passwords`, `Phone numbers`. */
  dataClasses: readonly string[];
}

/** What a check came to. An outage is never "no breaches" (spec 8). */
export type BreachResult =
  | { outcome: "checked"; breaches: readonly Breach[] }
  | { outcome: "rate-limited" }
  | { outcome: "failed" };

export interface BreachAdvice {
  /** What matters most comes first. A data class belongs to the kind with the longest of the words that fit it. */
  kinds: readonly { lost: string; words: readonly string[]; steps: readonly string[] }[];
  /** For data classes that no kind knows. */
  otherwise: { lost: string; steps: readonly string[] };
}

export interface AdvisedBreach extends Breach {
  advice: readonly { lost: string; steps: readonly string[] }[];
}

/** Each breach with what to do about it; breaches and steps run from what matters most to what matters least. */
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

/** The kinds of data that a breach lost, as places in the table; one past its end stands for 'otherwise'. */
function ranksOf({ dataClasses }: Breach, { kinds }: BreachAdvice): number[] {
  const words = kinds.flatMap((kind, rank) => kind.words.map((word) => ({ word, rank })));
  const ranks = dataClasses.map((lost) => {
    const [best] = words
      .filter(({ word }) => beginsAWord(lost, word))
      .sort((one, other) => other.word.length - one.word.length);
    return best?.rank ?? kinds.length;
  });
  return ranks.length > 0 ? [...new Set(ranks)].sort((one, other) => one - other) : [kinds.length];
}

/** `("Partial credit card data", "credit card")` holds, `("Spinning classes", "pin")` does not. */
function beginsAWord(text: string, word: string): boolean {
  return ` ${text.toLowerCase().replace(/[^a-z0-9]+/g, " ")}`.includes(` ${word}`);
}
