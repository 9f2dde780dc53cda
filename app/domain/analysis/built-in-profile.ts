import type { NameList } from "../name-list.ts";
import type { CategoryResult, ImportLists, ImportSummary } from "./analysis.ts";
import { audienceMeasures } from "./audience-measures.ts";
import type { PeopleCategory } from "./categories.ts";
import type { EngagementRates, KnownCount } from "./engagement.ts";
import { analyzedPosts, figuresOf } from "./figures.ts";
import type { Fold } from "./fold.ts";
import { newcomersOf } from "./newcomers.ts";
import { postMeasures, rateMeasures } from "./post-measures.ts";
import { rhythmMeasures, timingMeasures } from "./posting-measures.ts";
import { type ProfileDocument, profileDocument } from "./profile-document.ts";
import { type RecommendationRule, recommend } from "./recommendations.ts";
import { secondsOf } from "./window.ts";

/** What the editors wrote: `content:recommendations` and `content:engagement-rates`. */
export interface AnalysisContent {
  rules: readonly RecommendationRule[];
  rates: EngagementRates;
}

type UsedImport = Pick<ImportSummary, "id" | "takenAt" | "account" | "window">;

/**
 * The profile that follows from the imports in use: figures and recommendations, too.
 * @param imports all in use, of `inOrder`; not empty
 * @param newest the lists of the last of them
 * @param counts how many followers there were, when: of exports of all time, or as Instagram showed them. The count
 *   of a list with a range is none.
 * @param followersOf loads the followers of any of them
 * @param now epoch milliseconds
 */
export async function builtInProfile({
  imports,
  fold,
  categories,
  newest,
  counts,
  followersOf,
  content,
  now,
}: {
  imports: readonly UsedImport[];
  fold: Fold;
  categories: Record<PeopleCategory, CategoryResult>;
  newest: Omit<ImportLists, "followers" | "pendingRequests">;
  counts: readonly KnownCount[];
  followersOf: (id: string) => Promise<NameList>;
  content: AnalysisContent;
  now: number;
}): Promise<ProfileDocument> {
  const { following, insights, postTimes } = newest;
  const figures = figuresOf({
    insights,
    unknownLabels: newest.unknownInsightLabels,
    counts,
    rates: content.rates,
  });
  const posts = analyzedPosts(insights);
  const takenAt = secondsOf(fold.known.takenAt);
  const times = postTimes.length > 0 ? postTimes : posts.map(({ postedAt }) => postedAt);
  const recommendations = recommend(content.rules, {
    ...rhythmMeasures(times, takenAt),
    ...timingMeasures(posts),
    ...postMeasures(posts),
    ...rateMeasures(figures.engagement, content.rates),
    ...audienceMeasures({
      categories,
      followers: fold.known.list,
      following,
      takenAt,
      takenBefore: fold.takenBefore === undefined ? undefined : secondsOf(fold.takenBefore),
      newcomers: await newcomersOf(imports, fold.known, followersOf),
    }),
  });
  return profileDocument({
    categories,
    figures,
    recommendations,
    account: imports.at(-1)?.account ?? null,
    takenAt: fold.known.takenAt,
    now,
  });
}
