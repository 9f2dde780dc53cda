import { z } from "zod";
import { startOfCalendarDay } from "../../../platform/values/calendar-day.ts";
import { day } from "../../../platform/values/durations.ts";
import { languageTags } from "../../../platform/values/languages.ts";
import { sentence } from "../../../platform/values/say.ts";
import { shownAt, whenShown } from "../../../platform/values/zoned-time.ts";
import { declarationKinds } from "./declaration.ts";

/** What somebody declares without signing in. What was typed is quoted in letters, and never linked. */
export const publicDeclaration = z.object({
  kind: z.enum(declarationKinds),
  email: z.string(),
  name: z.string(),
  contract: z.string(),
  /** Left out of a withdrawal. `extraordinary`: for a reason, which the operator is told. */
  type: z.enum(["ordinary", "extraordinary"]),
  reason: z.string(),
  /** The wished day, ISO 8601; null: as soon as possible. */
  wishedDay: z.string().nullable(),
  /** The start of that day, by the clock of the place. Epoch milliseconds, as `declaredAt`. Older documents lack it. */
  wishedStartsAt: z.number().nullable().optional(),
  /** The end of that day. */
  wishedAt: z.number().max(Date.UTC(2100, 0)).nullable(),
  place: z.string().nullable(),
  declaredAt: z.number(),
  /** Of the page where it was declared; left out where there is one language. */
  language: z.enum(languageTags).optional().catch(undefined),
});
export type PublicDeclaration = z.output<typeof publicDeclaration>;

/** How many code points of a typed text are kept and quoted. */
export const longestQuote = 200;

/** Marks that change the direction of reading, and so can disguise an address. */
const directionMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** What was typed as it is kept: on one line, cut by code points. */
export const quote = (text: string): string =>
  [...text.replace(directionMarks, "").replace(/\s+/g, " ")].slice(0, longestQuote).join("");

/** Without the typed texts except the address, for a letter that a filter has refused because of them. */
export const unquoted = <Declared extends PublicDeclaration>(declared: Declared): Declared => ({
  ...declared,
  name: "",
  contract: "",
  reason: "",
});

export const wrongDay = sentence("Enter a day from today to three years ahead, such as 2027-01-31");

/** The start and the end of a wished day. Epoch milliseconds. */
export interface WishedDay {
  wishedStartsAt: number;
  wishedAt: number;
}

/**
 * A wished day by the clock of a time zone: on two days of the year it has 23 or 25 hours.
 * @param text YYYY-MM-DD
 * @returns undefined unless the calendar has that day
 */
export function wishedDayIn(text: string, timeZone: string): WishedDay | undefined {
  const start = startOfCalendarDay(text);
  if (start === undefined) return undefined;
  return {
    wishedStartsAt: whenShown(start, timeZone),
    wishedAt: whenShown(start + day, timeZone),
  };
}

/** When the wished day begins; null: as soon as possible. In older documents the day has 24 hours. */
export const startOfWishedDay = ({
  wishedStartsAt,
  wishedAt,
}: Pick<PublicDeclaration, "wishedStartsAt" | "wishedAt">): number | null =>
  wishedStartsAt ?? (wishedAt === null ? null : wishedAt - day);

/**
 * A wished day as it was typed, in a time zone.
 * @param text YYYY-MM-DD
 * @returns undefined unless it is a day from today to three years ahead
 */
export function readWishedDay(text: string, timeZone: string, now: number): WishedDay | undefined {
  const start = startOfCalendarDay(text);
  if (start === undefined) return undefined;
  const today = Math.floor(shownAt(now, timeZone) / day) * day;
  const last = new Date(today);
  last.setUTCFullYear(last.getUTCFullYear() + 3);
  if (start < today || start > last.getTime()) return undefined;
  return wishedDayIn(text, timeZone);
}
