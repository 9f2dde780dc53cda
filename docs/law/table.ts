import {
  noticeInWords,
  plansOfLaw,
  proofInWords,
  withdrawalInWords,
} from "../../app/features/leaving/law-report.ts";
import { type LawOfPlace, obligationsFor } from "../../app/features/leaving/rules/law.ts";
import { unknownPlace } from "../../app/features/leaving/rules/law-terms.ts";

const begin = "<!-- what each place gets: written by npm run format -->";
const end = "<!-- end -->";

const offers = {
  free: "as the steps have them",
  "beside-cancel": "beside 'Cancel now'",
  "on-request": "on request",
  none: "none",
};

/** What holds once every rule that is known is in force: a day after the latest begins. */
const whenAll = (laws: readonly LawOfPlace[]): string =>
  laws
    .flatMap(({ rules }) => rules.map(({ from }) => from))
    .sort()
    .at(-1) ?? "";

/** The text of docs/law.md with its table as the rules are now. */
export function withTable(text: string, laws: readonly LawOfPlace[]): string {
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error("docs/law.md has lost its marks");
  return `${before}${begin}\n${tableOf(laws)}\n${end}${after}`;
}

function tableOf(laws: readonly LawOfPlace[]): string {
  const day = whenAll(laws);
  const rows = laws.map(({ place, name }) => {
    const known = place === unknownPlace ? null : place;
    const of = (lengths: (typeof plansOfLaw)[number]["lengths"]) =>
      obligationsFor(laws, known, lengths, day);
    const obligations = of(plansOfLaw[0].lengths);
    const { way, offers: rule, summary, withdrawal, words } = obligations;
    const steps = way === "confirmation" ? "straight to the confirmation" : "nine steps";
    const notices = plansOfLaw.flatMap((plan) =>
      of(plan.lengths).notices.map((notice) => `${noticeInWords(notice)} (${plan.name})`),
    );
    const prescribed = words.flatMap(({ language: _, ...said }) => Object.values(said));
    const cells = [
      `${name} (\`${place}\`)`,
      summary ? `${steps}, with a summary` : steps,
      offers[rule],
      withdrawal ? withdrawalInWords(withdrawal) : "none",
      byNotice(notices) || "none",
      prescribed.map((text) => `'${text}'`).join(", ") || "ours",
      proofInWords(obligations),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    `As of ${day}, when every rule below is in force.`,
    "",
    "| place | way | offers | withdrawal | notices | words | proof |",
    "|---|---|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}

/** Each notice once, with the plans that get it. */
function byNotice(all: readonly string[]): string {
  const plans = Map.groupBy(all, (line) => line.replace(/ \([^)]*\)$/, ""));
  return [...plans]
    .map(([notice, lines]) =>
      lines.length === plansOfLaw.length
        ? notice
        : `${notice} (${lines.map((line) => /\(([^)]*)\)$/.exec(line)?.[1]).join("; ")})`,
    )
    .join("; ");
}
