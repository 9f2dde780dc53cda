import type { CategoryKey } from "./profile.ts";

const ordinals = ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th", "10th"];

/** `0` → `"1st recommendation"`; later ones reuse the 10th label (spec 2). */
export function recommendationLabel(index: number): string {
  return `${ordinals[Math.min(index, ordinals.length - 1)]} recommendation`;
}

/** The analytics cards of spec 2. */
export const categoryLabels: Record<CategoryKey, string> = {
  likes: "Likes",
  comments: "Comments",
  lostFollowers: "Lost followers",
  newFollowers: "New followers",
  secretFans: "Secret fans",
  inactiveFollowers: "Inactive followers",
  friends: "Your friends",
  fans: "Your fans",
};

export function isCategoryKey(text: string | undefined): text is CategoryKey {
  return text !== undefined && Object.hasOwn(categoryLabels, text);
}
