import { paperLanguage } from "../../../platform/values/paper-language.ts";
import { say, sayText, sentence } from "../../../platform/values/say.ts";
import { recommendationLabel } from "../../analysis/analysis-labels.ts";
import type { Profile } from "../../analysis/profile.ts";
import { accountOf, basisOf, highlightsOf } from "./cover.ts";
import { engagementPart, figureGroups, postTables } from "./figures.ts";
import { growthParts, hoursPart } from "./growth-charts.ts";
import type { ReportInput } from "./input.ts";
import { ledgerPart } from "./ledger.ts";
import { allLegible, missingSign } from "./legible.ts";
import { methodsOf } from "./methods.ts";
import { monthTable } from "./months.ts";
import { paperWordsOf } from "./paper-words.ts";
import { peopleParts } from "./people.ts";
import type { Report } from "./report.ts";

/**
 * The whole report in words, figures and drawings, in the language that is spoken (platform/values/say.ts).
 * @param glyphs the code points that the report's fonts have
 */
export function composeReport(said: ReportInput, glyphs: ReadonlySet<number>): Report {
  const input = { ...said, profile: withLegibleNames(said.profile, glyphs) };
  const { profile, operator, paper, isExample = false } = input;
  const account = accountOf(profile);
  const language = paperLanguage(input.language);
  return allLegible(
    {
      ...language,
      words: paperWordsOf(account, isExample),
      paper,
      operator,
      account,
      isExample,
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
      afterRecommendations: profile.recommendations.some((text) => text.includes(missingSign))
        ? [
            say`${missingSign} stands for a character that this file has no letter for. The whole text is on your analytics page.`,
          ]
        : [],
      methods: methodsOf(input),
      after: profile.source === "built-in" ? [sayText(limits)] : [],
    },
    glyphs,
    language.direction === "rtl",
  );
}

/** Makes names and texts from outside legible before they come into sentences, which may have marks of direction. */
function withLegibleNames(profile: Profile, glyphs: ReadonlySet<number>): Profile {
  const { export: exported, connection } = profile.sources;
  const { engagement } = profile;
  return {
    ...profile,
    engagement: engagement && { ...engagement, rate: allLegible(engagement.rate, glyphs) },
    recommendations: allLegible(profile.recommendations, glyphs),
    sources: {
      export: exported && allLegible(exported, glyphs),
      connection: connection && allLegible(connection, glyphs),
    },
  };
}

const limits = sentence(
  "Instagram tells nobody who opened a profile, and no app who liked a post: an app that names such people guesses. The counts that Instagram shows are 1 to 5% higher than its lists, because deactivated accounts are counted and not listed.",
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
