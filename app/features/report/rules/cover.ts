import { formatDate } from "../../../platform/values/dates.ts";
import { counted, withCommas } from "../../../platform/values/numbers.ts";
import type { Profile } from "../../analysis/profile.ts";
import { knownCounts } from "../../growth/followers.ts";
import type { ReportInput } from "./input.ts";
import type { LabelledValue } from "./report.ts";

/** The account that the report is about; null where the analysis does not name it. */
export const accountOf = ({ sources }: Profile): string | null =>
  sources.export?.account ?? sources.connection?.account ?? null;

/** Up to four figures that are known. */
export function highlightsOf({ profile, growth }: ReportInput): LabelledValue[] {
  const latest = growth ? knownCounts(growth).at(-1) : undefined;
  const total = (label: string, value: number | null | undefined): LabelledValue[] =>
    value === null || value === undefined ? [] : [{ label, value: withCommas(value) }];
  const rate = profile.engagement?.rate;
  return [
    ...total(latest?.hasGap ? "Known followers" : "Followers", latest?.followers),
    ...total("New followers", profile.audience.newFollowers?.total),
    ...total("Lost followers", profile.audience.lostFollowers?.total),
    ...(rate ? [{ label: "Engagement", value: rate.status }] : []),
    ...total("Likes", profile.other.likes?.total),
    ...total("Comments", profile.other.comments?.total),
  ].slice(0, 4);
}

/** What the report was made from. */
export function basisOf({ profile, isExample }: ReportInput): string[] {
  const { updatedAt, totalPostsAnalyzed: posts } = profile;
  const analysed = updatedAt === undefined ? "Analysis" : `Analysis of ${formatDate(updatedAt)}`;
  return [
    ...(isExample ? ["This is an example: the account and everybody in it are invented."] : []),
    posts ? `${analysed}, based on ${counted(posts, "latest post")}.` : `${analysed}.`,
    ...sourcesOf(profile),
  ];
}

function sourcesOf({ sources, source }: Profile): string[] {
  if (source !== "built-in") return [];
  const { connection, export: exported } = sources;
  const lines: string[] = [];
  if (exported) {
    const what = connection ? "Followers" : "Followers and posts";
    lines.push(`${what}: ${exportWords(exported)}.`);
  }
  if (connection)
    lines.push(
      `Likes and comments: Instagram, read ${formatDate(connection.readAt)}${connection.isOtherAccount ? `, of @${connection.account}. These are two accounts: nothing is computed from both` : ""}.`,
    );
  return lines;
}

export const exportWords = ({ takenAt }: { takenAt: number | undefined }): string =>
  takenAt === undefined
    ? "your Instagram export"
    : `your Instagram export of ${formatDate(takenAt)}`;
