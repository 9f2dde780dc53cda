import { day } from "../../../platform/values/durations.ts";

/**
 * What the law of a place asks of leaving (docs/law.md). The rules are data, in `content/law/`; here is how those that hold on a day are
 * combined: always in the direction that gives the subscriber more.
 */

/** What a notice is about: a year that has passed, a new price, the end of a trial, the renewal of a term. */
export const noticeSubjects = ["year", "price", "trial", "renewal"] as const;
export type NoticeSubject = (typeof noticeSubjects)[number];

/**
 * A notice and its window in days: for `year` after the start or the notice before, else before the event. Renewals are counted from
 * the last day on which somebody can cancel.
 */
export interface NoticeRule {
  about: NoticeSubject;
  opens: number;
  closes: number;
  /** Only for trials, or for terms, of more days. */
  longerThanDays?: number | undefined;
  /** The change may not be made unless the subscriber agrees. */
  consent?: boolean | undefined;
}

/** How freely the steps may show an offer to stay, from the freest to none. */
export const offerRules = ["free", "beside-cancel", "on-request", "none"] as const;
export type OfferRule = (typeof offerRules)[number];

/** Words that a law prescribes. They are never translated. */
export interface PrescribedWords {
  language: string;
  cancel?: string | undefined;
  confirmCancel?: string | undefined;
  withdraw?: string | undefined;
  confirmWithdrawal?: string | undefined;
}

export interface Withdrawal {
  /** Days after the day on which the subscription started, to the end of the last. */
  days: number;
  /** A second period begins when a term is renewed. */
  atRenewal?: boolean | undefined;
}

export interface LawRule {
  law: string;
  /** First and last day on which it holds, ISO 8601. */
  from: string;
  until?: string | undefined;
  /** What it asks, in a sentence. */
  asks: string;
  /** What only one source says. */
  unsure?: string | undefined;
  words?: PrescribedWords | undefined;
  /** `confirmation`: no steps before the one that cancels. */
  way?: "confirmation" | undefined;
  /** What is declared is shown before the press that counts. */
  summary?: boolean | undefined;
  offers?: OfferRule | undefined;
  /** The title of the step that cancels says what it does, and not what is lost. */
  plain?: boolean | undefined;
  withdrawal?: Withdrawal | undefined;
  notices?: readonly NoticeRule[] | undefined;
  /** How long declarations are kept: after them, and after the end of the subscription. */
  proof?: { years: number; yearsAfterEnd: number } | undefined;
  source: string;
  /** The day on which the source was read, ISO 8601. */
  read: string;
}

export interface LawOfPlace {
  /** ISO 3166-1, with a subdivision where there is one; `EU`; or `unknown`. */
  place: string;
  name: string;
  /** A larger place whose rules hold here, too. */
  within?: string | undefined;
  /** Its time zone, an IANA name, by which wished days are read; left out where there are several. */
  zone?: string | undefined;
  /** Its time zones, if several: at least two, and every one that has summer time. A day ends when it has ended in all of them. */
  zones?: readonly string[] | undefined;
  /** Countries that have no file of their own, and fall under this one. */
  members?: readonly string[] | undefined;
  rules: readonly LawRule[];
}

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

export const unknownPlace = "unknown";

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
  const larger = laws.find((one) => one.place === own?.within);
  const rules = [...(own?.rules ?? []), ...(larger?.rules ?? [])].filter((rule) =>
    isInForce(rule, onDay),
  );
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
  const own = lawOf(laws, place);
  const larger = laws.find((one) => one.place === own?.within);
  const days = [...(own?.rules ?? []), ...(larger?.rules ?? [])].map(({ from }) => from);
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
