import { wholePercent } from "../../../platform/values/decimals.ts";
import { withCommas } from "../../../platform/values/numbers.ts";

/** What can be measured, and how it is written in a sentence. A measure that is not known has no value. */
export const measureKinds = {
  lastLook: "text",
  daysSinceLastPost: "count",
  postsLast30: "count",
  postsBefore30: "count",
  longestGapDays: "count",
  bestBlock: "text",
  bestBlockPosts: "count",
  bestBlockTimes: "times",
  bestBlockChance: "percent",
  reels: "count",
  stills: "count",
  reelTimes: "times",
  reelChance: "percent",
  stillTimes: "times",
  stillChance: "percent",
  engagementCell: "count",
  engagementPercent: "percent",
  usualPercent: "percent",
  usualSource: "text",
  recentMedian: "count",
  earlierMedian: "count",
  recentTimes: "times",
  savedMost: "count",
  savedTimes: "times",
  savedDate: "text",
  sharedMost: "count",
  sharedTimes: "times",
  sharedDate: "text",
  followsMost: "count",
  followsTimes: "times",
  followsDate: "text",
  reachRecent: "count",
  reachEarlier: "count",
  reachTimes: "times",
  following: "count",
  notBack: "count",
  notBackPercent: "percent",
  longFollowed: "count",
  longFollowedNotBack: "count",
  loyal: "count",
  loyalFans: "count",
  recentFans: "count",
  daysBetween: "count",
  new: "count",
  lost: "count",
  netLost: "count",
  netWon: "count",
  lostSoon: "count",
  lostSoonPercent: "percent",
  lostLong: "count",
  returned: "count",
  refollowed: "count",
  newcomers: "count",
  newcomersStayed: "count",
  newcomersStayedPercent: "percent",
  oldRequests: "count",
  strangers: "count",
  silent: "count",
  silentPercent: "percent",
} as const satisfies Record<string, "count" | "percent" | "times" | "text">;
export type Measure = keyof typeof measureKinds;
type TextMeasure = { [M in Measure]: (typeof measureKinds)[M] extends "text" ? M : never }[Measure];
export type NumberMeasure = Exclude<Measure, TextMeasure>;

export type Measures = { [M in NumberMeasure]?: number | undefined } & {
  [M in TextMeasure]?: string | undefined;
};

/** A rule of `content/recommendations.yaml`. */
export interface RecommendationRule {
  key: string;
  /** The heavier, the earlier. */
  weight: number;
  /** All of these must be known and true. */
  when: readonly {
    measure: NumberMeasure;
    atLeast?: number | undefined;
    atMost?: number | undefined;
  }[];
  /** With placeholders: `{lost}` is the figure, `{lost|person|people}` the word that goes with it. */
  sentence: string;
}

/** `{lost}`, and `{lost|person|people}`: the word that goes with it (`wordFor`). */
export const placeholder = /\{(\w+)(?:\|([^{}]+))?\}/g;

/**
 * The word that goes with a figure: `person|people` for one and others, or a word for each plural form of a language,
 * in which `#` is the figure: `one=شخص واحد|two=شخصان|few=# أشخاص|other=# شخص`.
 */
export function wordFor(words: string, form: Intl.LDMLPluralRule, figure: string): string {
  const [first = "", second = first] = words.split("|");
  if (!first.includes("=")) return form === "one" ? first : second;
  const byForm = new Map(words.split("|").map((word) => word.split("=") as [string, string]));
  return (byForm.get(form) ?? byForm.get("other") ?? "").replaceAll("#", figure);
}
const mostRecommendations = 10;

/** The names in a sentence's placeholders, known or not. */
export const placeholdersOf = (sentence: string): string[] =>
  Array.from(sentence.matchAll(placeholder), ([, name = ""]) => name);

/** Whether the rule holds; undefined where a measure that it needs, or says, is not known. */
export function holdsFor(rule: RecommendationRule, measures: Measures): boolean | undefined {
  const said = placeholdersOf(rule.sentence);
  if (said.some((name) => measures[name as Measure] === undefined)) return undefined;
  let holds = true;
  for (const { measure, atLeast, atMost } of rule.when) {
    const value = measures[measure];
    if (value === undefined) return undefined;
    if (value < (atLeast ?? value) || value > (atMost ?? value)) holds = false;
  }
  return holds;
}

/** The sentences of the rules that hold, the weightiest first, at most ten. */
export function recommend(rules: readonly RecommendationRule[], measures: Measures): string[] {
  return rules
    .filter((rule) => holdsFor(rule, measures) === true)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, mostRecommendations)
    .map(({ sentence }) =>
      sentence.replace(placeholder, (_, name: Measure, words?: string) => {
        const figure = written(name, measures[name]);
        return words ? wordFor(words, measures[name] === 1 ? "one" : "other", figure) : figure;
      }),
    );
}

function written(measure: Measure, value: number | string | undefined): string {
  if (typeof value !== "number") return value ?? "";
  if (measureKinds[measure] === "times") return value.toFixed(1);
  if (measureKinds[measure] === "count") return withCommas(Math.round(value));
  return `${percentOf(value)}%`;
}

/** `wholePercent`; below 10 with decimals, so that nothing above 0 is written as `0%`. */
function percentOf(value: number): number {
  if (value >= 10) return wholePercent(value);
  if (value > 0 && value < 0.1) return Math.max(0.01, Math.round(value * 100) / 100);
  return Math.round(value * 10) / 10;
}
