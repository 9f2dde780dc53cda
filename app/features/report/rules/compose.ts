import { say, sayText, sentence } from "../../../platform/values/say.ts";
import { recommendationLabel } from "../../analysis/analysis-labels.ts";
import { accountOf, basisOf, highlightsOf } from "./cover.ts";
import { engagementPart, figureGroups, postTables } from "./figures.ts";
import { growthParts, hoursPart } from "./growth-charts.ts";
import type { ReportInput } from "./input.ts";
import { ledgerPart } from "./ledger.ts";
import { allLegible } from "./legible.ts";
import { methodsOf } from "./methods.ts";
import { monthTable } from "./months.ts";
import { peopleParts } from "./people.ts";
import type { Report } from "./report.ts";

/** The whole report in words, figures and drawings. @param glyphs the code points that the report's font has */
export function composeReport(input: ReportInput, glyphs: ReadonlySet<number>): Report {
  const { profile, operator, paper } = input;
  return allLegible(
    {
      paper,
      operator,
      account: accountOf(profile),
      isExample: input.isExample ?? false,
      highlights: highlightsOf(input),
      basis: basisOf(input),
      isRunning: profile.status !== "completed",
      figures: figureGroups(input),
      engagement: engagementPart(input),
      topPosts: postTables(input),
      growth: growthParts(input),
      months: monthTable(input),
      growthMissing: growthMissing(input),
      people: peopleParts(input, glyphs),
      hours: hoursPart(input),
      ledger: ledgerPart(input),
      recommendations: profile.recommendations.map((text, index) => ({
        label: recommendationLabel(index),
        text,
      })),
      methods: methodsOf(input),
      after: profile.source === "built-in" ? [sayText(limits)] : [],
    },
    glyphs,
  );
}

const limits = sentence(
  "Instagram tells nobody who opened a profile, and no app who liked a post: an app that names such people guesses. The counts that Instagram shows are 1 to 5 % higher than its lists, because deactivated accounts are counted and not listed.",
);

function growthMissing({ profile, growth, knowing }: ReportInput): string | null {
  if (growth || profile.source !== "built-in") return null;
  const { mayImport, isConnected } = knowing;
  if (mayImport)
    return isConnected
      ? say`Your growth is not computed yet: it comes with your next import or daily reading of your account.`
      : say`Your growth is not computed yet: it comes with your next import.`;
  return isConnected
    ? say`Your growth is not computed yet: it comes with your next daily reading of your account.`
    : say`Your growth is not computed yet.`;
}
