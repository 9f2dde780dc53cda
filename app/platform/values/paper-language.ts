import { directionOf, type Language } from "./languages.ts";

/** A language as content/typeset takes it: what the PDF says of itself, hyphens and quotes, and the direction. */
export interface PaperLanguage {
  lang: string;
  region: string | null;
  direction: "ltr" | "rtl";
}

/** `pt-BR` → `pt` and `BR`. English is that of the United States. */
export function paperLanguage(language: Language): PaperLanguage {
  const [lang = "", region = lang === "en" ? "US" : null] = language.split("-");
  return { lang, region, direction: directionOf(language) };
}
