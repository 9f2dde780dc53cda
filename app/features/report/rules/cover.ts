import { formatDate } from "../../../platform/values/dates.ts";
import { allOf } from "../../../platform/values/listed.ts";
import { counted, withCommas } from "../../../platform/values/numbers.ts";
import { say, sayText } from "../../../platform/values/say.ts";
import type { Engagement, Profile } from "../../analysis/profile.ts";
import { knownCounts } from "../../growth/followers.ts";
import type { ReportInput } from "./input.ts";
import { missingSign } from "./legible.ts";
import { limitsOfCategory } from "./limits.ts";
import type { LabelledValue } from "./report.ts";

type Rate = NonNullable<Engagement["rate"]>;

/** The account that the report is about; null where the analysis does not name it. */
export const accountOf = ({ sources }: Profile): string | null =>
  sources.export?.account ?? sources.connection?.account ?? null;

/** The engagement's level in words, which an analysis made here has stored in English. */
export function saidRate({ engagement, source }: Profile): Rate | undefined {
  const rate = engagement?.rate;
  return (
    rate && { ...rate, status: source === "built-in" ? sayText(rate.status) : rate.status.trim() }
  );
}

/** Letters of a status from outside that three lines of a card hold. */
const longestStatus = 40;

const hasRoom = ({ status }: Rate): boolean => status !== "" && status.length <= longestStatus;

/** Up to four figures that are known. */
export function highlightsOf({ profile, growth, people }: ReportInput): LabelledValue[] {
  const latest = growth ? knownCounts(growth).at(-1) : undefined;
  const total = (label: string, value: number | null | undefined): LabelledValue[] =>
    value === null || value === undefined ? [] : [{ label, value: withCommas(value) }];
  const rate = saidRate(profile);
  return allOf(
    ...total(latest?.hasGap ? say`Known followers` : say`Followers`, latest?.followers),
    // A number that lacks people needs words, for which there is no room here.
    ...(limitsOfCategory("newFollowers", people)
      ? []
      : total(say`New followers`, profile.audience.newFollowers?.total)),
    ...(limitsOfCategory("lostFollowers", people)
      ? []
      : total(say`Lost followers`, profile.audience.lostFollowers?.total)),
    rate && hasRoom(rate) && { label: say`Engagement`, value: rate.status },
    ...total(say`Likes`, profile.other.likes?.total),
    ...total(say`Comments`, profile.other.comments?.total),
  ).slice(0, 4);
}

/** What the report was made from. */
export function basisOf({ profile, isExample }: ReportInput): string[] {
  const { updatedAt, totalPostsAnalyzed: posts } = profile;
  return allOf(
    isExample && say`This is an example: the account and everybody in it are invented.`,
    analysedWords(updatedAt, posts),
    ...sourcesOf(profile),
    [accountOf(profile), profile.sources.connection?.account, saidRate(profile)?.status].some(
      (text) => text?.includes(missingSign),
    ) && say`${missingSign} stands for a character that this file has no letter for.`,
  );
}

function analysedWords(updatedAt: number | undefined, posts: number | undefined): string {
  const based = posts ? counted(posts, "latest post") : undefined;
  if (updatedAt === undefined) return based ? say`Analysis, based on ${based}.` : say`Analysis.`;
  const date = formatDate(updatedAt);
  return based ? say`Analysis of ${date}, based on ${based}.` : say`Analysis of ${date}.`;
}

function sourcesOf({ sources, source }: Profile): string[] {
  if (source !== "built-in") return [];
  const { connection, export: exported } = sources;
  const lines: string[] = [];
  if (exported) {
    const from = exportWords(exported);
    lines.push(connection ? say`Followers: ${from}.` : say`Followers and posts: ${from}.`);
  }
  if (connection) {
    const account = `@${connection.account}`;
    lines.push(
      connection.isOtherAccount
        ? say`Likes and comments: Instagram, read ${formatDate(connection.readAt)}, of ${account}. These are two accounts: nothing is computed from both.`
        : say`Likes and comments: Instagram, read ${formatDate(connection.readAt)}.`,
    );
  }
  return lines;
}

export const exportWords = ({ takenAt }: { takenAt: number | undefined }): string =>
  takenAt === undefined
    ? say`your Instagram export`
    : say`your Instagram export of ${formatDate(takenAt)}`;
