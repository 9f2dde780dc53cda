import { sentences } from "../../platform/values/say.ts";
import { builtInKeys, type CategoryKey } from "./profile.ts";

const ordinals = sentences([
  "1st recommendation",
  "2nd recommendation",
  "3rd recommendation",
  "4th recommendation",
  "5th recommendation",
  "6th recommendation",
  "7th recommendation",
  "8th recommendation",
  "9th recommendation",
  "10th recommendation",
]);

/** `0` → `"1st recommendation"`; later ones reuse the 10th label (docs/product.md#analytics). */
export function recommendationLabel(index: number): string {
  return ordinals[Math.min(index, ordinals.length - 1)] ?? "";
}

/** The analytics cards of docs/product.md#analytics, and those of docs/product.md#categories. */
export const categoryLabels: Record<CategoryKey, string> = sentences({
  likes: "Likes",
  comments: "Comments",
  lostFollowers: "Lost followers",
  newFollowers: "New followers",
  secretFans: "Secret fans",
  inactiveFollowers: "Inactive followers",
  friends: "Your friends",
  fans: "Your fans",
  notFollowingBack: "Don't follow you back",
  returned: "Came back",
  renamed: "New names",
  refollowed: "Followed again",
  pendingRequests: "Pending requests",
  followedByYou: "You followed",
  unfollowedByYou: "You unfollowed",
  newFriends: "New friends",
  lostFriends: "Lost friends",
});

export function isCategoryKey(text: string | undefined): text is CategoryKey {
  return text !== undefined && Object.hasOwn(categoryLabels, text);
}

/** Whether only an analysis made here has this category. */
export const isBuiltInKey = (key: CategoryKey): boolean =>
  (builtInKeys as readonly CategoryKey[]).includes(key);
