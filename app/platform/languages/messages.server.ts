import catalogues from "content:messages";
import { currentLanguage, isMultilingual } from "~/platform/languages/languages.server";
import { type Language, localeOf, type Translated } from "~/platform/values/languages";
import { setVoice, type Voice } from "~/platform/values/say";
import { fillIn, isNamed, parseSentence, type SentencePart } from "~/platform/values/sentence";

interface KnownVoice extends Voice {
  parts: (sentence: string) => readonly SentencePart[];
}

/** A voice for a language. What its catalogue lacks it says in English: the build has let nothing missing pass. */
function voiceIn(language: Language): KnownVoice {
  const own = language === "en" || language === "en-XA" ? {} : catalogues[language];
  const catalogue = new Map(Object.entries(own));
  const known = new Map<string, readonly SentencePart[]>();
  const locale = localeOf(language);
  const isKnown = (sentence: string) => language === "en-XA" || Boolean(catalogue.get(sentence));
  const written = (sentence: string) => catalogue.get(sentence) || sentence;
  const parts = (sentence: string) => {
    const found = known.get(sentence);
    if (found) return found;
    const read = wellFormed(written(sentence));
    const made = language === "en-XA" ? disguised(read) : read;
    // Only what the source says is asked for, but a text of an editor's file may be any.
    if (known.size < mostKnown) known.set(sentence, made);
    return made;
  };
  return {
    locale,
    parts,
    written,
    say: (sentence, values) =>
      values.length === 0 && !isKnown(sentence)
        ? sentence
        : fillIn(parts(sentence), values, locale),
  };
}

/** What comes from outside may look like a sentence with values, and is said as it is. */
function wellFormed(sentence: string): SentencePart[] {
  try {
    return parseSentence(sentence);
  } catch {
    return [sentence];
  }
}

const mostKnown = 10_000;

const voices = new Map<Language, KnownVoice>();

/** The voice of a language: one for each, made once. */
export function voiceOf(language: Language): Voice {
  const voice = voices.get(language) ?? voiceIn(language);
  voices.set(language, voice);
  return voice;
}

/** The parts of a sentence, as this voice says it. */
export const partsIn = (voice: Voice, sentence: string): readonly SentencePart[] =>
  (voice as KnownVoice).parts(sentence);

if (isMultilingual)
  setVoice(() => {
    const language = currentLanguage();
    return language === "en" ? undefined : voiceOf(language);
  });

/** What an editor has translated into the language of the current request; undefined for English. */
export function editorsTranslation<T>(byLanguage: Readonly<Record<Translated, T>>): T | undefined {
  const language = currentLanguage();
  return language === "en" || language === "en-XA" ? undefined : byLanguage[language];
}

const accents: Record<string, string> = Object.fromEntries(
  [..."aáeéiíoóuúcçnñsšyýAÁEÉIÍOÓUÚCÇNÑSŠYÝ".matchAll(/(.)(.)/gu)].map(
    ([, plain = "", accented]) => [plain, accented ?? ""],
  ),
);

/** The test language: accents show what went through a catalogue, a third more length what would be cut. */
const disguised = (parts: readonly SentencePart[]): SentencePart[] =>
  parts.map((part) => {
    if (typeof part === "string" && isNamed(part)) return part;
    if (typeof part === "string")
      return (
        part.replace(/[a-z]/gi, (letter) => accents[letter] ?? letter) +
        "·".repeat(Math.ceil(part.trim().length / 3))
      );
    if ("element" in part) return { ...part, inside: disguised(part.inside) };
    if (!("forms" in part)) return part;
    const forms = Object.entries(part.forms).map(([name, form]) => [name, disguised(form)]);
    return { ...part, forms: Object.fromEntries(forms) };
  });
