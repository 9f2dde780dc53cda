import { countdownParts } from "../values/countdown.ts";

/** The words of other languages are the server's alone, but a browser has those for units of time. */
export function countdownWords(language: string): (milliseconds: number) => string {
  const locale = `${language}-u-nu-latn`;
  const list = new Intl.ListFormat(locale, { type: "unit", style: "short" });
  const inWords = (count: number, unit: string) =>
    new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count);
  return (milliseconds) => list.format(countdownParts(milliseconds, inWords));
}
