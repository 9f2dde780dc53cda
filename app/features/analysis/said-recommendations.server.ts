import rules from "content:recommendations";
import { sayRecommendation } from "~/features/analysis/rules/said-recommendation";

/** The rules in English (outside of requests there is no other language): stored recommendations are recognized by them. */
const written = structuredClone(rules);

/** Stored recommendations, which are in English, in the reader's language. */
export const saidRecommendations = (stored: readonly string[]): string[] =>
  stored.map((text) => sayRecommendation(text, written));
