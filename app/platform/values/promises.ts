/**
 * Which texts say what the product does. `outside`: another system makes all analyses, daily. The others: they are made
 * here, from exports, from connections to Instagram, or from both, at least for those of whom the other system knows
 * nothing; these texts are true for everybody.
 */
export const allPromised = ["outside", "export", "instagram", "both"] as const;
export type Promised = (typeof allPromised)[number];

/** @param sources `ANALYSIS_SOURCES` */
export function promisedBy(sources: ReadonlySet<string>): Promised {
  if (!sources.has("instagram")) return sources.has("export") ? "export" : "outside";
  return sources.has("export") ? "both" : "instagram";
}
