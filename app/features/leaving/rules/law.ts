import type { LawOfPlace } from "../../../../content/law-schema.ts";
import { day } from "../../../platform/values/durations.ts";
import { type OfferRule, offerRules, unknownPlace } from "./law-terms.ts";

/**
 * What the law of a place asks of leaving (docs/law.md). The rules are data, in `content/law/`; here is how those that hold on a day are
 * combined: always in the direction that gives the subscriber more.
 */

export type { LawOfPlace };
export type LawRule = LawOfPlace["rules"][number];
export type NoticeRule = NonNullable<LawRule["notices"]>[number];
export type PrescribedWords = NonNullable<LawRule["words"]>;
type Withdrawal = NonNullable<LawRule["withdrawal"]>;

/** Lengths of a plan in days. */
export interface PlanLengths {
  term: number;
  /** 0 without a trial. */
  trial: number;
}

/** All that holds in a place on a day, for a plan. */
export interface Obligations {
  /** The file that it comes from: `DE`, `EU` for Italy, `unknown`. */
  place: string;
  /** The time zones of the place. */
  zones: readonly string[];
  /** Laws in force. Empty: the place is known, and nothing is prescribed. */
  laws: readonly string[];
  /** By language; the words of the smallest place come first. */
  words: readonly PrescribedWords[];
  way: "nine-steps" | "confirmation";
  summary: boolean;
  offers: OfferRule;
  plain: boolean;
  withdrawal: Withdrawal | undefined;
  notices: readonly NoticeRule[];
  /** Years for which declarations are kept, at least. */
  proofYears: number;
  /** Years after the end of the subscription for which they are kept, at least. */
  proofYearsAfterEnd: number;
}

/** How long proof is kept where no rule says it. */
const usualProofYears = 3;

/**
 * A place that was typed, as it is kept: ISO 3166-1, with a subdivision where there is one.
 * @returns undefined for what is written otherwise
 */
export function placeCode(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  return /^[A-Z]{2}(-[A-Z0-9]{1,3})?$/.test(code) ? code : undefined;
}

/** The law file for a place: its own, else its country's, else that of the union that its country is a member of. */
export function lawOf(laws: readonly LawOfPlace[], place: string | null): LawOfPlace | undefined {
  const code = place?.trim().toUpperCase() || null;
  if (code === null) return laws.find((one) => one.place === unknownPlace);
  const [country = ""] = code.split("-", 1);
  return (
    laws.find((one) => one.place === code) ??
    laws.find((one) => one.place === country) ??
    laws.find(({ members }) => members?.includes(country))
  );
}

/** The rules of a law file, and those of the larger place that it lies within. */
export const rulesOf = (laws: readonly LawOfPlace[], own: LawOfPlace | undefined): LawRule[] =>
  [own, laws.find((one) => one.place === own?.within)].flatMap((one) => one?.rules ?? []);

/**
 * What holds in a place on a day.
 * @param place ISO 3166-1 with or without a subdivision, `EU`, or null where it is not known
 * @param onDay ISO 8601
 */
export function obligationsFor(
  laws: readonly LawOfPlace[],
  place: string | null,
  plan: PlanLengths,
  onDay: string,
): Obligations {
  const own = lawOf(laws, place);
  const rules = rulesOf(laws, own).filter((rule) => isInForce(rule, onDay));
  const strictest = Math.max(0, ...rules.map(({ offers }) => offerRules.indexOf(offers ?? "free")));
  return {
    place: own?.place ?? place ?? unknownPlace,
    zones: zonesOf(own) ?? zonesOf(lawOf(laws, null)) ?? [],
    laws: rules.map(({ law }) => law),
    words: joinedWords(rules.flatMap(({ words }) => words ?? [])),
    way: rules.some(({ way }) => way === "confirmation") ? "confirmation" : "nine-steps",
    summary: rules.some(({ summary }) => summary),
    offers: offerRules[strictest] ?? "none",
    plain: rules.some(({ plain }) => plain),
    withdrawal: longestWithdrawal(rules.flatMap(({ withdrawal }) => withdrawal ?? [])),
    notices: rules.flatMap(({ notices = [] }) => notices).filter((notice) => isFor(notice, plan)),
    proofYears: Math.max(usualProofYears, ...rules.map(({ proof }) => proof?.years ?? 0)),
    proofYearsAfterEnd: Math.max(0, ...rules.map(({ proof }) => proof?.yearsAfterEnd ?? 0)),
  };
}

const zonesOf = (law: LawOfPlace | undefined): readonly string[] | undefined =>
  law?.zones ?? (law?.zone === undefined ? undefined : [law.zone]);

/** The next day on which a rule of a place begins to hold, ISO 8601; undefined if none is to come. */
export function nextRuleOf(
  laws: readonly LawOfPlace[],
  place: string | null,
  onDay: string,
): string | undefined {
  const days = rulesOf(laws, lawOf(laws, place)).map(({ from }) => from);
  return days.filter((from) => from > onDay).sort()[0];
}

export const isInForce = ({ from, until }: LawRule, onDay: string): boolean =>
  from <= onDay && (until === undefined || onDay <= until);

const isFor = (
  { about, longerThanDays = 0 }: NoticeRule,
  { term, trial }: PlanLengths,
): boolean => {
  if (about === "trial") return trial > longerThanDays;
  return about !== "renewal" || term > longerThanDays;
};

/** Joins the words of each language: one law may prescribe those to cancel, another those to withdraw. */
function joinedWords(all: readonly PrescribedWords[]): PrescribedWords[] {
  const languages = [...new Set(all.map(({ language }) => language))];
  return languages.map((language) =>
    Object.assign({}, ...all.filter((words) => words.language === language).reverse()),
  );
}

const longestWithdrawal = (all: readonly Withdrawal[]): Withdrawal | undefined =>
  all.length === 0
    ? undefined
    : {
        days: Math.max(...all.map(({ days }) => days)),
        atRenewal: all.some(({ atRenewal }) => atRenewal),
      };

/** The prescribed words for a button, those of the place's own law first. */
export function prescribed(
  { words }: Pick<Obligations, "words">,
  button: Exclude<keyof PrescribedWords, "language">,
): { text: string; language: string } | undefined {
  const found = words.find((one) => one[button] !== undefined);
  const text = found?.[button];
  return found && text !== undefined ? { text, language: found.language } : undefined;
}

/** Whether a step has 'Cancel now'. Where a law prescribes the words of the last step's button, that stands alone. */
export const hasCancelNow = (step: number, obligations: Pick<Obligations, "words">): boolean =>
  step !== 8 || prescribed(obligations, "confirmCancel") === undefined;

/** Days after which a source is to be read again, and after which the check of the rules fails. */
export const sourceAge = { warns: 180, fails: 365 };

/** Whole days between two days, ISO 8601. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / day);
