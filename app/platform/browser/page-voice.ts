import { setVoice } from "../values/say.ts";
import { readDataBlock } from "./data-block.ts";

/** What a script says, in the page's language, as `ScriptWords` rendered it. English pages have none. */
export interface PageWords {
  locale: string;
  words: Readonly<Record<string, string>>;
}

/** Makes a script speak the page's language. */
export function speakAsPage(): void {
  const page = readDataBlock("words") as PageWords | undefined;
  if (!page) return;
  const { locale, words } = page;
  const rules = new Intl.PluralRules(locale);
  const voice = {
    locale,
    written: (sentence: string) => words[sentence] ?? sentence,
    say: (sentence: string, values: readonly unknown[]) =>
      voice
        .written(sentence)
        .replace(/\{(\d+), plural,((?:\s*[\w=]+ \{[^{}]*\})+)\s*\}/g, (_, nth, forms: string) => {
          const count = values[nth];
          const form = (name: string) => new RegExp(`\\s${name} \\{([^{}]*)\\}`).exec(forms)?.[1];
          const chosen = form(`=${count}`) ?? form(rules.select(Number(count))) ?? form("other");
          return (chosen ?? "").replaceAll("#", Number(count).toLocaleString(locale));
        })
        .replace(/\{(\d+)\}/g, (_, nth) => String(values[nth])),
  };
  setVoice(() => voice);
}
