import { localeNow } from "./say.ts";

// A catalogue's sentence does not know what will stand in its places: Italian `il {0}` is `l’8 apr` before an eight, French
// `de {0}` is `d’Anna` before a vowel.

const vowel = /^[aeiouàâéèêëîïíìóòôöúùûüæœ]/i;

/** Italian articles, and prepositions with them, as they are before a vowel. Eight and eleven begin with one. */
const italian: Readonly<Record<string, string>> = {
  ...{ il: "l’", lo: "l’", la: "l’", del: "dell’", dello: "dell’", della: "dell’" },
  ...{ al: "all’", dal: "dall’", nel: "nell’", sul: "sull’" },
  ...{ alla: "all’", dalla: "dall’", nella: "nell’", sulla: "sull’" },
  ...{ i: "gli ", dei: "degli ", ai: "agli ", dai: "dagli ", nei: "negli ", sui: "sugli " },
};

interface Elision {
  /** A word at the end of what stands before the value. */
  word: RegExp;
  /** How values begin before which it changes. */
  before: RegExp;
  changed: (word: string) => string;
}

const eightOrEleven = /^(?:8|11(?!\d))/;
const keptCase = (word: string, changed = word) =>
  /^\p{Lu}/u.test(word) ? changed.replace(/^./, (first) => first.toUpperCase()) : changed;

const elisions: Readonly<Record<string, readonly Elision[]>> = {
  it: [
    {
      word: new RegExp(`(?<!\\p{L})(?:${Object.keys(italian).join("|")})$`, "iu"),
      before: new RegExp(`${vowel.source}|${eightOrEleven.source}`, "i"),
      changed: (word) => keptCase(word, italian[word.toLowerCase()]),
    },
  ],
  fr: [
    {
      word: /(?<!\p{L})(?:de|que|jusque|lorsque|puisque)$/iu,
      before: vowel,
      changed: (word) => `${word.slice(0, -1)}’`,
    },
  ],
  es: [
    {
      word: /(?<!\p{L})y$/iu,
      before: /^(?:h?[ií])(?![aeo])/i,
      changed: (word) => keptCase(word, "e "),
    },
    {
      word: /(?<!\p{L})o$/iu,
      before: new RegExp(`^h?[oó]|${eightOrEleven.source}`, "i"),
      changed: (word) => keptCase(word, "u "),
    },
  ],
};

/** What stands before a value, as the language has it before that one: `dal ` before `8 apr` is `dall’`. */
export function elided(before: string, value: unknown, locale: string): string {
  const rules = elisions[locale];
  if (!rules || !before.endsWith(" ")) return before;
  if (typeof value !== "string" && typeof value !== "number") return before;
  const start = String(value);
  const head = before.slice(0, -1);
  for (const rule of rules) {
    const word = rule.word.exec(head)?.[0];
    if (word !== undefined && rule.before.test(start))
      return head.slice(0, -word.length) + rule.changed(word);
  }
  return before;
}

/** Fills in a text of an editor's file: `{at}` is the value of that name, nothing where there is none. */
export function fillNamed(text: string, values: Readonly<Record<string, unknown>>): string {
  const locale = localeNow();
  return text.replace(/([^{}]*)\{(\w+)\}/g, (_, before: string, name: string) => {
    const value = values[name] ?? "";
    return `${elided(before, value, locale)}${value}`;
  });
}
