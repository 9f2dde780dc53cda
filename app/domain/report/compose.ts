import { recommendationLabel } from "../analysis-labels.ts";
import { growthParts } from "./charts/growth-parts.ts";
import { accountOf, basisOf, highlightsOf } from "./cover.ts";
import { engagementPart, figureGroups, postTables } from "./figures.ts";
import { hoursPart } from "./hours.ts";
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
      after: profile.source === "built-in" ? [limits] : [],
    },
    glyphs,
  );
}

const limits =
  "Nobody is told who opened a profile, and no interface tells who liked a post: whoever claims to name them guesses. Counts that Instagram shows exceed its own lists by 1 to 5 %, because deactivated accounts are counted and not listed.";

function growthMissing({ profile, growth, knowing }: ReportInput): string | null {
  if (growth || profile.source !== "built-in") return null;
  const next = [
    ...(knowing.mayImport ? ["import"] : []),
    ...(knowing.isConnected ? ["daily reading of your account"] : []),
  ];
  return `The course of things is not computed yet${next.length > 0 ? `: it comes with your next ${next.join(" or ")}` : ""}.`;
}
