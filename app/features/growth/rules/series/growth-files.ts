/** The charts and lists of the growth page that are files, too: `/dashboard/growth/{key}.csv`. */
export const growthFiles = [
  "followers",
  "gained-and-left",
  "survival",
  "engagement",
  "reach",
  "when-to-post",
  "what-brought-followers",
] as const;
export type GrowthFile = (typeof growthFiles)[number];

export const isGrowthFile = (key: unknown): key is GrowthFile =>
  (growthFiles as readonly unknown[]).includes(key);
