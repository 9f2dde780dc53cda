import readCatalogues from "content:messages";
import { currentLanguage, isMultilingual, languages } from "~/platform/languages/languages.server";
import { type Language, type Translated, translatedTags } from "~/platform/values/languages";
import { setVoice, type Voice } from "~/platform/values/say";
import type { SentencePart } from "~/platform/values/sentence";
import { type Catalogue, createVoice, type KnownVoice } from "~/platform/values/voice";

/** Only the configured languages are loaded: each takes a megabyte. */
const catalogues = new Map<Language, Catalogue>();
for (const tag of translatedTags)
  if (languages.includes(tag)) catalogues.set(tag, (await readCatalogues[tag]()).default);

const voices = new Map<Language, KnownVoice>();

/** What a thread needs to speak a configured language; nothing for English and the test language. */
export const catalogueOf = (language: Language): Catalogue => catalogues.get(language) ?? {};

/** The voice of a language: one for each, made once. */
export function voiceOf(language: Language): Voice {
  const voice = voices.get(language) ?? createVoice(language, catalogueOf(language));
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
