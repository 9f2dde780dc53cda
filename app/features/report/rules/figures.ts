import { formatDate } from "../../../platform/values/dates.ts";
import { asItIs } from "../../../platform/values/decimals.ts";
import { allOf, commaList } from "../../../platform/values/listed.ts";
import { counted, withCommas } from "../../../platform/values/numbers.ts";
import { say, sayText, sentence, sentences } from "../../../platform/values/say.ts";
import { categoryLabels } from "../../analysis/analysis-labels.ts";
import { noteText } from "../../analysis/analysis-notes.ts";
import { fewestRatedPosts, ratedPosts } from "../../analysis/engagement.ts";
import {
  audienceKeys,
  builtInKeys,
  type CategoryKey,
  categoryOf,
  otherKeys,
  type Post,
} from "../../analysis/profile.ts";
import type { Note } from "../../history/history.ts";
import { saidRate } from "./cover.ts";
import type { ReportInput } from "./input.ts";
import { limitsOfCategory } from "./limits.ts";
import type { EngagementPart, FigureGroup, PostTable } from "./report.ts";

const beingCounted = sentence("Being counted");
const mostPosts = 6;

/** The totals of all categories, as the analytics page has them. */
export function figureGroups(input: ReportInput): FigureGroup[] {
  const known = builtInKeys.filter(
    (key) => input.profile.notes[key] || (categoryOf(input.profile, key)?.total ?? null) !== null,
  );
  return [
    groupOf(say`Likes & Comments`, otherKeys, input),
    groupOf(say`Audience`, [...audienceKeys, ...known], input),
  ];
}

function groupOf(
  title: string,
  keys: readonly CategoryKey[],
  { profile, people, knowing }: ReportInput,
): FigureGroup {
  const byText = new Map<string, string[]>();
  const explain = (label: string, text: string) =>
    byText.set(text, [...(byText.get(text) ?? []), label]);
  const figures = keys.map((key) => {
    const label = categoryLabels[key];
    const total = categoryOf(profile, key)?.total ?? null;
    const limits = limitsOfCategory(key, people);
    if (limits) explain(label, limits);
    if (total !== null) return { label, value: withCommas(total), note: "" };
    const note = profile.notes[key];
    if (!note) return { label, value: null, note: sayText(beingCounted) };
    const { short, long } = noteText(note, knowing, key);
    explain(label, long);
    return { label, value: null, note: short };
  });
  const notes = [...byText].map(([text, labels]) => ({ label: commaList(labels), text }));
  return { title, figures, notes };
}

/** Null where the outside system has told nothing of it yet. */
export function engagementPart({
  profile,
  growth,
  knowing,
  rates,
}: ReportInput): EngagementPart | null {
  const { engagement, notes, source, totalPostsAnalyzed = 0 } = profile;
  const isFromOutside = source !== "built-in";
  if (!engagement && isFromOutside) return null;
  const rate = saidRate(profile);
  const unknownAverage = (note: Note | undefined) => {
    if (note) return noteText(note, knowing).short;
    return isFromOutside ? sayText(beingCounted) : say`Not enough posts yet`;
  };
  const average = (label: string, value: number | undefined, note: Note | undefined) => ({
    label,
    value: value === undefined ? unknownAverage(note) : withCommas(Math.round(value * 10) / 10),
    isKnown: value !== undefined,
  });
  const note = notes.likes ?? notes.comments;
  // Of the posts that a rate is made of, those whose likes and comments are known.
  const rateable =
    growth?.posts
      .slice(0, ratedPosts)
      .filter(({ likes, comments }) => likes !== null && comments !== null).length ??
    totalPostsAnalyzed - profile.postsWithHiddenLikes;
  const tooFew = rateable < fewestRatedPosts;
  return {
    rate: rate ? { ...rate, level: say`level ${rate.cell} of 5` } : null,
    unrated: note
      ? noteText(note, knowing).short
      : isFromOutside
        ? sayText(beingCounted)
        : tooFew
          ? say`Not enough posts yet: a rate needs 10 posts whose likes and comments are known`
          : say`A rate also needs the number of your followers, which an export of all time or a connection tells`,
    averages: [
      average(say`Avg. Likes/Post`, engagement?.averageLikes, notes.likes),
      average(say`Avg. Comments/Post`, engagement?.averageComments, notes.comments),
    ],
    lines: allOf(
      say`*calculated as total likes + comments divided by total posts`,
      ...reachLine(engagement?.reach),
      profile.postsWithHiddenLikes > 0 &&
        !notes.likes &&
        say`The likes of ${counted(profile.postsWithHiddenLikes, "post")} are hidden or unknown, and left out.`,
      rate &&
        source === "built-in" &&
        say`The level compares your median over the last 30 posts with accounts of your size: ${rates.source}, ${rates.year}. Sources differ: ${rates.other.source}, ${rates.other.year}, has ${asItIs(rates.other.lowestPercent)}% to ${asItIs(rates.other.highestPercent)}% ${rates.other.by}.`,
    ),
  };
}

function reachLine(reach: { averagePerDay: number; days: number } | undefined): string[] {
  if (!reach) return [];
  const accounts = counted(Math.round(reach.averagePerDay), "account");
  return [
    say`Your account reached ${accounts} a day, on average over ${counted(reach.days, "day")}.`,
  ];
}

const topWords = sentences({
  likes: { title: "Most Liked Posts", head: "Likes", none: "No posts with likes yet." },
  comments: {
    title: "Most Commented Posts",
    head: "Comments",
    none: "No posts with comments yet.",
  },
});

export function postTables({ profile, knowing }: ReportInput): PostTable[] {
  const tableOf = (
    { title, head, none }: Record<"title" | "head" | "none", string>,
    posts: readonly Post[],
    note?: Note,
  ) => ({
    title,
    head,
    rows: posts
      .slice(0, mostPosts)
      .map(({ date, count }): [string, string] => [
        date === undefined ? say`Date unknown` : formatDate(date),
        withCommas(count),
      ]),
    note: note ? noteText(note, knowing).long : none,
  });
  const { mostLikedPosts, mostCommentedPosts, notes, source } = profile;
  // A list that the outside system's profile lacks is being counted.
  const isKnown = source === "built-in";
  return allOf(
    (mostLikedPosts || isKnown) && tableOf(topWords.likes, mostLikedPosts ?? [], notes.likes),
    (mostCommentedPosts || isKnown) &&
      tableOf(topWords.comments, mostCommentedPosts ?? [], notes.comments),
  );
}
