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
