import {
  daysBetween,
  isInForce,
  type LawOfPlace,
  lawOf,
  type NoticeRule,
  type Obligations,
  obligationsFor,
  rulesOf,
  sourceAge,
} from "./rules/law.ts";
import { unknownPlace } from "./rules/law-terms.ts";

/** Every plan that is sold, with its longest term and its trial. Which notices it gets depends on these lengths. */
export const plansOfLaw = [
  { name: "Weekly, with a trial of 3 days", lengths: { term: 7, trial: 3 } },
  { name: "Weekly", lengths: { term: 7, trial: 0 } },
  { name: "One month, premium or gift", lengths: { term: 28, trial: 0 } },
  { name: "12 weeks", lengths: { term: 84, trial: 0 } },
] as const;

const offerWords: Record<Obligations["offers"], string> = {
  free: "as the steps have them",
  "beside-cancel": "only beside a button that cancels",
  "on-request": "only for who asks for them",
  none: "none",
};

/** The rules of a place on a day, as lines of text for the operator. */
export function describeObligations(
  laws: readonly LawOfPlace[],
  place: string,
  day: string,
): string[] {
  const known = place.toLowerCase() === unknownPlace ? null : place;
  const file = lawOf(laws, known);
  if (!file) return [`${place}: no rule is known. The nine steps hold.`];
  const lines = [`${file.name} (${file.place}) on ${day}`];
  for (const rule of rulesOf(laws, file)) {
    const state = isInForce(rule, day) ? "in force" : day < rule.from ? "not yet" : "no longer";
    lines.push(
      "",
      `${rule.law}: ${state}, from ${rule.from}${rule.until ? ` until ${rule.until}` : ""}`,
    );
    lines.push(`  asks: ${rule.asks}`);
    if (rule.unsure) lines.push(`  unsure: ${rule.unsure}`);
    lines.push(`  source: ${rule.source}; read ${rule.read}`);
  }
  const common = obligationsFor(laws, known, plansOfLaw[0].lengths, day);
  lines.push("", ...describe(common));
  for (const { name, lengths } of plansOfLaw) {
    const { notices } = obligationsFor(laws, known, lengths, day);
    lines.push(`  notices, ${name}: ${notices.map(noticeInWords).join("; ") || "none"}`);
  }
  return lines;
}

function describe(obligations: Obligations): string[] {
  const { way, offers, summary, withdrawal, words } = obligations;
  return [
    "What follows",
    `  way: ${way === "confirmation" ? "straight to the confirmation" : "nine steps"}`,
    `  offers: ${offerWords[offers]}`,
    `  a summary before the press: ${summary ? "yes" : "no"}`,
    `  withdrawal: ${withdrawal ? withdrawalInWords(withdrawal) : "none"}`,
    `  words: ${
      words
        .map(
          ({ language, ...said }) =>
            `${language} ${Object.values(said)
              .map((text) => `'${text}'`)
              .join(", ")}`,
        )
        .join("; ") || "ours"
    }`,
    `  declarations are kept for ${proofInWords(obligations)}`,
  ];
}

export const proofInWords = ({
  proofYears,
  proofYearsAfterEnd: after,
}: Pick<Obligations, "proofYears" | "proofYearsAfterEnd">): string =>
  after === 0
    ? `${proofYears} years`
    : `${proofYears} years, and ${after === 1 ? "a year" : `${after} years`} after the end of the subscription`;

export const withdrawalInWords = ({ days, atRenewal }: NonNullable<Obligations["withdrawal"]>) =>
  atRenewal ? `${days} days, again at each renewal` : `${days} days`;

export function noticeInWords({ about, opens, closes, consent }: NoticeRule): string {
  const window = {
    year: `once a year, day ${opens} to ${closes}`,
    price: `of a new price, ${opens} to ${closes} days before`,
    trial: `of a trial's end, ${opens} to ${closes} days before`,
    renewal: `of a renewal, ${opens} to ${closes} days before the last day to cancel`,
  }[about];
  return consent ? `${window}, and not without consent` : window;
}

/** A line for each source that is to be read again. */
export function staleSources(
  laws: readonly LawOfPlace[],
  today: string,
): { text: string; fails: boolean }[] {
  return laws.flatMap(({ place, rules }) =>
    rules.flatMap(({ law, read }) => {
      const age = daysBetween(read, today);
      if (age < sourceAge.warns) return [];
      const fails = age >= sourceAge.fails;
      const text = `${place}: ${law}: the source was read ${age} days ago${fails ? "" : "; read it again soon"}`;
      return [{ text, fails }];
    }),
  );
}
