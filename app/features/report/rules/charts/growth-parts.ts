import { periodOf } from "../../../growth/ranges.ts";
import type { ReportInput } from "../input.ts";
import type { ChartPart } from "../report.ts";
import { followersPart } from "./followers.ts";
import { gainedPart } from "./gained.ts";
import { engagementChartPart, reachPart } from "./posts.ts";
import { survivalPart } from "./survival.ts";

/** Where the report's charts end: at the time of the analysis, so that the same input is the same report. */
export const endOf = ({ profile, growth }: ReportInput): number =>
  profile.updatedAt ?? growth?.exports?.imports.at(-1)?.takenAt ?? 0;

/** Growth over time, chart by chart. */
export function growthParts(input: ReportInput): ChartPart[] {
  const { growth } = input;
  if (!growth) return [];
  const timeZone = input.timeZone ?? "UTC";
  const year = periodOf("year", growth, endOf(input));
  return [
    followersPart("Followers, all that is known", growth, periodOf("all", growth, endOf(input))),
    followersPart("Followers, the last year", growth, year),
    gainedPart(growth, year, timeZone),
    survivalPart(growth, year, timeZone),
    engagementChartPart(growth, year),
    reachPart(growth, year),
  ];
}
