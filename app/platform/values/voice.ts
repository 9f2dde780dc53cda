import { percentsInOrder } from "./isolated.ts";
import { type Language, localeOf } from "./languages.ts";
import type { Voice } from "./say.ts";
import { fillIn, nameIn, parseSentence, type SentencePart, withoutSense } from "./sentence.ts";

/** A catalogue: English sentence, then what stands in its place. */
export type Catalogue = Readonly<Record<string, string>>;

export interface KnownVoice extends Voice {
  parts: (sentence: string) => readonly SentencePart[];
}

/** A voice for a language. What its catalogue lacks it says in English. The build fails if a sentence is missing. */
export function createVoice(language: Language, own: Catalogue): KnownVoice {
  const catalogue = new Map(Object.entries(own));
  const known = new Map<string, readonly SentencePart[]>();
  const locale = localeOf(language);
  const isKnown = (sentence: string) => language === "en-XA" || Boolean(catalogue.get(sentence));
  const written = (sentence: string) => catalogue.get(sentence) || withoutSense(sentence);
  const parts = (sentence: string) => {
    const found = known.get(sentence);
    if (found) return found;
    const read = wellFormed(percentsInOrder(written(sentence), locale));
    const made = language === "en-XA" ? disguised(read) : read;
    // Bounded: the sentences of the source are few, but any text of an editor's file may be asked for.
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

const accents: Record<string, string> = Object.fromEntries(
  [..."aáeéiíoóuúcçnñsšyýAÁEÉIÍOÓUÚCÇNÑSŠYÝ".matchAll(/(.)(.)/gu)].map(
    ([, plain = "", accented]) => [plain, accented ?? ""],
  ),
);

/** The test language: accents show what went through a catalogue, a third more length what would be cut. */
const disguised = (parts: readonly SentencePart[]): SentencePart[] =>
  parts.map((part) => {
    if (typeof part === "string" && nameIn(part)) return part;
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
