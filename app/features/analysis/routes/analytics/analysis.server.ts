import { hash } from "node:crypto";
import { env } from "~/env.server";
import { knowingOf } from "~/features/analysis/analysis-notes";
import {
  audienceKeys,
  builtInKeys,
  type CategoryKey,
  categoryOf,
  otherKeys,
  type Profile,
} from "~/features/analysis/profile";
import { saidRecommendations } from "~/features/analysis/said-recommendations.server";
import { currentLanguage } from "~/platform/languages/languages.server";
import { pictureAddress } from "~/platform/pictures/pictures.server";
import type { Language } from "~/platform/values/languages";
import { sayText } from "~/platform/values/say";

/** Width of the widest post picture, in device pixels (two per CSS pixel). */
const postWidth = 240;

/** What is shown of each profile that was read, by language. */
const shown = new WeakMap<Profile, Map<Language, ReturnType<typeof madeOf>>>();

/**
 * What the page shows of a profile, made once for each that is read, with a mark that changes whenever the page does.
 * Pictures have addresses of this app, which proxies them.
 */
export function shownAnalysisOf(profile: Profile) {
  const language = currentLanguage();
  const ofProfile = shown.get(profile) ?? new Map();
  const made = ofProfile.get(language) ?? madeOf(profile);
  shown.set(profile, ofProfile.set(language, made));
  return made;
}

function madeOf(profile: Profile) {
  const analysis = analysisOf(profile);
  return { analysis, mark: hash("sha256", JSON.stringify(analysis), "base64") };
}

function analysisOf(profile: Profile) {
  const tiles = (keys: readonly CategoryKey[]) =>
    keys.map((key) => ({
      key,
      total: categoryOf(profile, key)?.total ?? null,
      note: profile.notes[key],
    }));
  const withPictures = (posts: Profile["mostLikedPosts"]) =>
    posts?.map(({ picUrl, ...post }) => ({ ...post, src: pictureAddress(picUrl, postWidth) }));
  const builtIn = profile.source === "built-in";
  const knowing = knowingOf(env.ANALYSIS_SOURCES, profile);
  return {
    source: profile.source,
    sources: profile.sources,
    knowing,
    status: profile.status,
    postsAnalyzed: profile.totalPostsAnalyzed,
    postsWithHiddenLikes: profile.postsWithHiddenLikes,
    engagement: saidEngagement(profile.engagement),
    reactions: tiles(otherKeys),
    audience: [
      ...tiles(audienceKeys),
      ...(!builtIn || knowing.mayImport || knowing.hasExport
        ? tiles(builtInKeys).filter(({ total, note }) => note || total !== null)
        : []),
    ],
    mostLiked: withPictures(profile.mostLikedPosts),
    mostCommented: withPictures(profile.mostCommentedPosts),
    recommendations: builtIn
      ? saidRecommendations(profile.recommendations)
      : profile.recommendations,
  };
}

/** The level in the reader's language, where we know the word: the outside system says what it likes. */
const saidEngagement = (engagement: Profile["engagement"]): Profile["engagement"] =>
  engagement?.rate
    ? { ...engagement, rate: { ...engagement.rate, status: sayText(engagement.rate.status) } }
    : engagement;

export type ShownAnalysis = ReturnType<typeof analysisOf>;
