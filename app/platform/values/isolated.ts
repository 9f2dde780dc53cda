import { localeNow } from "./say.ts";

/** A name from outside, inside a sentence: from left to right where the sentence runs from right to left. */
export const isolated = (name: string): string =>
  localeNow().startsWith("ar") ? `\u2066${name}\u2069` : name;
