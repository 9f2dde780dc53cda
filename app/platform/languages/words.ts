import { createContext, useContext } from "react";

/** What stands in a sentence's braces, by name. */
export type Values = Readonly<Record<string, string | number>>;

/**
 * Says an English sentence in the reader's language. `{name}` stands for a value, `{count, plural, one {# day} other {# days}}`
 * for what depends on a number. Scripts find the sentence by reading the source: write it out where it is said.
 */
export type Say = (english: string, values?: Values) => string;

/** What is in English needs no catalogue. */
export const sayEnglish: Say = (english, values) =>
  values ? fill(english, values, "en") : english;

const plurals = /\{(\w+), plural,((?:\s*(?:zero|one|two|few|many|other|=\d+) \{[^{}]*\})+)\s*\}/g;

/** Fills in the values of a sentence. @param locale whose plurals count */
export function fill(sentence: string, values: Values, locale: string): string {
  const chosen = sentence.replace(plurals, (_, name: string, forms: string) => {
    const count = Number(values[name]);
    const byRule = Object.fromEntries(
      [...forms.matchAll(/(\w+|=\d+) \{([^{}]*)\}/g)].map(([, rule, form]) => [rule, form]),
    );
    const form =
      byRule[`=${count}`] ?? byRule[new Intl.PluralRules(locale).select(count)] ?? byRule.other;
    return (form ?? "").replaceAll("#", count.toLocaleString(locale));
  });
  return chosen.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

// Pure, so that the browser's build of hydrated pages has nothing of this module.

/** What marks words as being in the reader's language, within a page that is not; nothing in English. */
export type Tongue = { lang?: string; dir?: "ltr" | "rtl" };
export const TongueContext = /* @__PURE__ */ createContext<Tongue>({});
export const useTongue = (): Tongue => useContext(TongueContext);

export const SayContext = /* @__PURE__ */ createContext<Say>(sayEnglish);

/** Whether the page is in English. Others are not hydrated: the server alone has their words. */
export const useIsEnglish = (): boolean => useContext(SayContext) === sayEnglish;

/** Only the server knows other languages: only English pages are hydrated. */
export const useSay: () => Say = import.meta.env.SSR
  ? () => useContext(SayContext)
  : () => sayEnglish;
