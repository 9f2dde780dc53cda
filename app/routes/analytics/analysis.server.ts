import {
  audienceKeys,
  type CategoryKey,
  categoryOf,
  otherKeys,
  type Profile,
} from "~/domain/profile";
import { pictureAddress } from "~/services/pictures.server";

/** Pixels of the widest post picture shown, at two device pixels each. */
const postWidth = 240;

/** What the page shows of a profile, its pictures by addresses of this app. */
export function analysisOf(profile: Profile) {
  const tiles = (keys: readonly CategoryKey[]) =>
    keys.map((key) => ({ key, total: categoryOf(profile, key)?.total ?? null }));
  const withPictures = (posts: Profile["mostLikedPosts"]) =>
    posts?.map(({ picUrl, ...post }) => ({ ...post, src: pictureAddress(picUrl, postWidth) }));
  return {
    status: profile.status,
    postsAnalyzed: profile.totalPostsAnalyzed,
    engagement: profile.engagement,
    reactions: tiles(otherKeys),
    audience: tiles(audienceKeys),
    mostLiked: withPictures(profile.mostLikedPosts),
    mostCommented: withPictures(profile.mostCommentedPosts),
    recommendations: profile.recommendations,
  };
}
