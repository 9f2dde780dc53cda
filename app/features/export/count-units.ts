import { repaired } from "./rules/entry-fields.ts";

/** The zero of each script of digits that Instagram's languages use. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6];

/**
 * What follows a shortened figure (Unicode CLDR, short compact numbers, and Italian's own word), if it means the same in
 * every language that has it. Not `B`, a billion in English and a thousand in Turkish; not `mil.`, a million in Czech beside
 * the thousand `mil` of Spanish.
 */
const units: readonly (readonly [factor: number, words: string])[] = [
  [1e3, "k mil mila tsd. tys. тыс. тис. хил. хиљ. tis. tn t t. rb χιλ. ألف ألفًا آلاف هزار 천"],
  [1e4, "万 萬 만"],
  [1e6, "m mi mio. mln mln. mn mill. milj. млн млн. jt tr εκ. مليون ملايين میلیون 百万"],
];
const factors: ReadonlyMap<string, number> = new Map(
  units.flatMap(([factor, words]) => words.split(" ").map((word) => [word, factor] as const)),
);

/** `K` → 1,000; undefined for what is no such word, or an ambiguous one. */
export const factorOf = (unit: string): number | undefined =>
  factors.get(unit.trim().toLowerCase());

/** `١٢` → `12`. */
export const plainDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = zeros.find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });

// Figures of insights are text in the subscriber's language: `102,497`, `1.204`, `63.3K`, `--` (docs/instagram.md#the-export).

const grouped = /^\d{1,3}(?:[.,'’\s\u066c]\d{2,3})*[.,'’\s\u066c]\d{3}$/;
const shortened = /^(\d{1,6})(?:[.,\u066b](\d{1,2}))?$/;

/**
 * A number of likes, comments, people. A count has no decimals, so that a separator before three digits groups
 * them in any language: `1.204` and `1,204` are the same. Before a unit it may be a decimal point instead: `1.204K`
 * could be either and is not read.
 * @returns null where it is not a count, or ambiguous
 */
export function countOf(value: unknown): number | null {
  if (typeof value === "number") return Number.isSafeInteger(value) && value >= 0 ? value : null;
  if (typeof value !== "string" || value.length > 40) return null;
  const text = plainDigits(repaired(value).trim());
  const [, number = "", unit = ""] = /^([\d.,'’\s\u066b\u066c]*\d)\s*(\D*)$/.exec(text) ?? [];
  if (unit !== "") return shortenedCount(number, unit);
  if (/^\d{1,12}$/.test(number)) return Number(number);
  return isGrouped(number) ? Number(number.replace(/\D/g, "")) : null;
}

/** One kind of separator throughout: `1,234.567` is no count. */
function isGrouped(number: string): boolean {
  const separators = new Set(number.replace(/\d/g, "").replace(/\s/g, " "));
  return separators.size === 1 && grouped.test(number) && number.length <= 16;
}

function shortenedCount(number: string, unit: string): number | null {
  const factor = factorOf(unit);
  const [, whole, decimals = ""] = shortened.exec(number) ?? [];
  if (factor === undefined || whole === undefined) return null;
  const count = (Number(`${whole}${decimals}`) * factor) / 10 ** decimals.length;
  return Math.round(count);
}
