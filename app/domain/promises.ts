/**
 * Which texts say what the product does. `outside`: another system makes all analyses, daily. `builtIn`: they are made
 * here, at least for those of whom the other system knows nothing; these texts are true for everybody.
 */
export type Promised = "outside" | "builtIn";

/** @param sources `ANALYSIS_SOURCES` */
export const promisedBy = (sources: ReadonlySet<string>): Promised =>
  [...sources].every((source) => source === "outside") ? "outside" : "builtIn";
