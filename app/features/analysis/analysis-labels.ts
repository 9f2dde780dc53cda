import { builtInKeys, type CategoryKey } from "./profile.ts";

const ordinals = ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th", "10th"];

/** `0` → `"1st recommendation"`; later ones reuse the 10th label (docs/product.md#analytics). */
export function recommendationLabel(index: number): string {
  return `${ordinals[Math.min(index, ordinals.length - 1)]} recommendation`;
}

/** The analytics cards of docs/product.md#analytics, and those of docs/product.md#categories. */
export const categoryLabels: Record<CategoryKey, string> = {
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
};

export function isCategoryKey(text: string | undefined): text is CategoryKey {
  return text !== undefined && Object.hasOwn(categoryLabels, text);
}

/** Whether only an analysis made here has this category. */
export const isBuiltInKey = (key: CategoryKey): boolean =>
  (builtInKeys as readonly CategoryKey[]).includes(key);
