/**
 * A value within a sentence: where the sentence runs from right to left, a name or an address from outside keeps the
 * order of its letters and signs (`@lena`, not `lena@`). Web addresses are left as they are: a mail program would take
 * the marks for a part of one.
 */
export const isolated = (value: unknown, locale: string): unknown =>
  typeof value === "string" &&
  locale.startsWith("ar") &&
  /[a-z]/i.test(value) &&
  !/\p{Script=Arabic}|:\/\/|^[\u2066-\u2068]/u.test(value)
    ? `\u2068${value}\u2069`
    : value;

/**
 * Percents of an Arabic text: behind a word the line's direction would turn `59%` into `%59`, and the marks that `Intl` writes
 * would take a number that follows with them: `59% (24)`.
 */
export const percentsInOrder = (text: string, locale: string): string =>
  locale.startsWith("ar")
    ? text.replace(/(\{\w+\}|[\d.,]+)\u200e?%\u200e?/g, "\u2066$1%\u2069")
    : text;

/** A text without the marks of the two functions above, to be stored or sent on. */
export const withoutMarks = (text: string): string => text.replace(/[\u2066-\u2069]/g, "");
