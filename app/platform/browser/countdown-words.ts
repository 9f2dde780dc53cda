import { countdownParts } from "../values/next-update.ts";

/** Translations stay on the server, but a browser has the words for units of time. */
export function countdownWords(language: string): (milliseconds: number) => string {
  const locale = `${language}-u-nu-latn`;
  const list = new Intl.ListFormat(locale, { type: "unit", style: "short" });
  const inWords = (count: number, unit: string) =>
    new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count);
  return (milliseconds) => list.format(countdownParts(milliseconds, inWords));
}
