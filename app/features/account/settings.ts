import type { Language } from "../../platform/values/languages.ts";

/** Letters that a subscriber may turn on (docs/product.md#letters). */
export const letterNames = ["weeklyLetter", "breachAlerts", "importReminder"] as const;
export type LetterName = (typeof letterNames)[number];

/** What a subscriber has chosen. */
export interface Settings extends Record<LetterName, boolean> {
  /** An IANA name; null until it is chosen. */
  timeZone: string | null;
  /** Marks (`marksOf`) of the breaches that they have dealt with. */
  dealtWith: readonly string[];
  /** Whether they want no more offers to add a passkey. */
  noPasskeyOffer: boolean;
  /** Where they say that they live: ISO 3166-1, with a subdivision where there is one, or `EU`; null until they say it. */
  place: string | null;
  /** The language that they read in; null until they choose it. */
  language: Language | null;
}
