import { z } from "zod";
import { languageTags } from "../../platform/values/languages.ts";
import { asTimeZone } from "../../platform/values/time-zone.ts";

/** Letters that a subscriber may turn on (docs/product.md#letters). */
export const letterNames = ["weeklyLetter", "breachAlerts", "importReminder"] as const;
export type LetterName = (typeof letterNames)[number];

/** What a subscriber has chosen. A field that cannot be read counts as not chosen. */
export const storedSettings = z.object({
  /** An IANA name; null until it is chosen. */
  timeZone: z
    .string()
    .transform((zone) => asTimeZone(zone) ?? null)
    .catch(null),
  weeklyLetter: z.boolean().catch(false),
  breachAlerts: z.boolean().catch(false),
  importReminder: z.boolean().catch(false),
  /** Marks (`marksOf`) of the breaches that they have dealt with. */
  dealtWith: z.array(z.string()).catch([]),
  /** Whether they want no more offers to add a passkey. */
  noPasskeyOffer: z.boolean().catch(false),
  /** Where they say that they live: ISO 3166-1, with a subdivision where there is one, or `EU`; null until they say it. */
  place: z.string().nullable().catch(null),
  /** The language that they read in; null until they choose it. */
  language: z.enum(languageTags).nullable().catch(null),
});
export type Settings = z.output<typeof storedSettings>;
