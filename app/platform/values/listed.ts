import { isolated } from "./isolated.ts";
import { localeNow, voiceNow } from "./say.ts";

const formats = new Map<string, Intl.ListFormat>();

function listIn(type: "unit" | "disjunction"): Intl.ListFormat {
  const locale = localeNow();
  const key = `${locale} ${type}`;
  // French and Arabic write a narrow list without any comma.
  const style = type === "unit" ? "short" : "long";
  const format = formats.get(key) ?? new Intl.ListFormat(locale, { type, style });
  formats.set(key, format);
  return format;
}

/** `a, b, c`; in other languages as these write a list. */
export const commaList = (parts: readonly string[]): string =>
  voiceNow() ? listIn("unit").format(parts) : parts.join(", ");

/** `a, b`: what belongs together and is no list, as a date and a place. */
export const apart = (...parts: readonly string[]): string =>
  parts.map((part) => isolated(part, localeNow())).join(localeNow().startsWith("ar") ? "، " : ", ");

/** `a or b or c`; in other languages as these write alternatives. */
export const orList = (parts: readonly string[]): string =>
  voiceNow() ? listIn("disjunction").format(parts) : parts.join(" or ");

/** Those of the parts that are there: `allOf(isOdd && "odd")` is `["odd"]` or empty. */
export const allOf = <T>(...parts: readonly (T | false | null | undefined)[]): T[] =>
  parts.filter((part): part is T => part !== false && part !== null && part !== undefined);
