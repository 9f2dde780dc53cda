import catalogues from "content:messages";
import { currentLanguage } from "~/platform/languages/languages.server";
import { fill, type Say, sayEnglish } from "~/platform/languages/words";
import { type Language, localeOf } from "~/platform/values/languages";

/** Says sentences in one language. What a catalogue lacks is said in English: the build has let nothing missing pass. */
function sayIn(language: Language): Say {
  if (language === "en") return sayEnglish;
  if (language === "en-XA") return (english, values) => disguise(sayEnglish(english, values));
  const catalogue = new Map(Object.entries(catalogues[language]));
  const locale = localeOf(language);
  return (english, values = {}) => fill(catalogue.get(english) ?? english, values, locale);
}

const sayers = new Map<Language, Say>();

/** What says sentences in this language: one for each, made once. */
export function sayerOf(language: Language): Say {
  const say = sayers.get(language) ?? sayIn(language);
  sayers.set(language, say);
  return say;
}

/** Says a sentence in the language of the request that is being answered. */
export const say: Say = (english, values) => sayerOf(currentLanguage())(english, values);

const accents: Record<string, string> = Object.fromEntries(
  [..."aáeéiíoóuúcçnñsšyý AÁEÉIÍOÓUÚCÇNÑSŠYÝ".replace(" ", "").matchAll(/(.)(.)/gu)].map(
    ([, plain = "", accented]) => [plain, accented ?? ""],
  ),
);

/** The test language: accents show what went through a catalogue, a third more length what would be cut. */
const disguise = (english: string): string =>
  `[${english.replace(/[a-z]/gi, (letter) => accents[letter] ?? letter)}${"·".repeat(Math.ceil(english.length / 3))}]`;
