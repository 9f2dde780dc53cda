import rules from "content:recommendations";
import { sayRecommendation } from "~/features/analysis/rules/said-recommendation";

/** In English, as they are when no request is answered: by them stored recommendations are known again. */
const written = structuredClone(rules);

/** Stored recommendations, which are in English, in the reader's language. */
export const saidRecommendations = (stored: readonly string[]): string[] =>
  stored.map((text) => sayRecommendation(text, written));
