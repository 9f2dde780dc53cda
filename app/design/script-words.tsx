import browserSentences from "content:browser-sentences";
import type { PageWords } from "~/platform/browser/page-voice";
import { voiceNow } from "~/platform/values/say";
import { DataBlock } from "./data-block.tsx";

/** What a page's script says, in the reader's language, for `speakAsPage`. @param of the folder of the script's concern */
export function ScriptWords({ of }: { of: keyof typeof browserSentences }) {
  const voice = voiceNow();
  if (!voice) return null;
  const said = browserSentences[of].map((sentence) => [sentence, voice.written(sentence)]);
  const value: PageWords = { locale: voice.locale, words: Object.fromEntries(said) };
  return <DataBlock id="words" value={value} />;
}
