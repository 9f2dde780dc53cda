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
import { pictureAddress } from "~/platform/pictures/pictures.server";
import { sayText } from "~/platform/values/say";

/** Width of the widest post picture, in device pixels (two per CSS pixel). */
const postWidth = 240;

/** What the page shows of a profile. Pictures have addresses of this app, which proxies them. */
export function shownAnalysisOf(profile: Profile) {
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
    engagement: builtIn ? saidEngagement(profile.engagement) : profile.engagement,
    reactions: tiles(otherKeys),
    audience: [
      ...tiles(audienceKeys),
      ...(builtIn && (knowing.mayImport || knowing.hasExport)
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

/** The level in the reader's language. */
const saidEngagement = (engagement: Profile["engagement"]): Profile["engagement"] =>
  engagement?.rate
    ? { ...engagement, rate: { ...engagement.rate, status: sayText(engagement.rate.status) } }
    : engagement;

export type ShownAnalysis = ReturnType<typeof shownAnalysisOf>;
