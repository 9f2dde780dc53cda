import {
  audienceKeys,
  type CategoryKey,
  categoryOf,
  otherKeys,
  type Profile,
} from "~/domain/profile";
import { pictureAddress } from "~/services/pictures.server";

/** Width of the widest post picture, in device pixels (two per CSS pixel). */
const postWidth = 240;

/** What the page shows of a profile. Pictures have addresses of this app, which proxies them. */
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
