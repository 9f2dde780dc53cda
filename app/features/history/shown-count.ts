import { factorOf, plainDigits } from "../export/count-units.ts";

/** Marks of direction, which go with what is copied from a page in Arabic. */
const marks = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;

/**
 * The number of followers as Instagram shows it, in any of its languages: `1,361`, `1.361`, `1 361`, `12.3K`, `1,2 Mio.`,
 * `12,3 mil`.
 * @returns undefined for an empty text, NaN for one that is no such number
 */
export function parseShownCount(text: string): number | undefined {
  const shown = plainDigits(text.replace(marks, "").trim());
  if (shown === "") return undefined;
  const [, whole, tenths = "0", unit = ""] =
    /^(\d{1,4})(?:[.,\u066b](\d))?\s?(\D+)$/.exec(shown) ?? [];
  const factor = whole === undefined ? undefined : factorOf(unit);
  // In tenths: `12.3 * 1_000` would be a hair off.
  if (factor !== undefined) return (Number(`${whole}${tenths}`) * factor) / 10;
  return /^(\d{1,10}|\d{1,3}([.,\s'’\u066c]\d{3})+)$/.test(shown)
    ? Number(shown.replace(/\D/g, ""))
    : Number.NaN;
}

/**
 * Whether a number that was typed may be one that Instagram has rounded down, as from 10,000 on: `12.3K` is anything from 12,300 to
 * 12,399, and may have been typed as 12300. One exact number in a hundred looks the same.
 */
export const mayBeRoundedDown = (typed: number): boolean => typed >= 10_000 && typed % 100 === 0;
