import { localeNow, voiceNow } from "./say.ts";

/** `1234567` → `"1,234,567"` (docs/product.md#look), in German `"1.234.567"`: with what the reader's language has for commas. */
export function withCommas(value: number): string {
  return value.toLocaleString(localeNow());
}

/** `(1, "like")` → `"like"`, `(2, "like")` → `"likes"`. Catalogues have it as one sentence with both. */
export function plural(count: number, noun: string): string {
  const voice = voiceNow();
  if (voice) return voice.say(`{0, plural, one {${noun}} other {${noun}s}}`, [count]);
  return count === 1 ? noun : `${noun}s`;
}

/** `(1, "like")` → `"1 like"`, `(2_000, "like")` → `"2,000 likes"`. Catalogues have it as one sentence with both. */
export function counted(count: number, noun: string): string {
  const voice = voiceNow();
  if (voice) return voice.say(`{0, plural, one {# ${noun}} other {# ${noun}s}}`, [count]);
  return `${withCommas(count)} ${plural(count, noun)}`;
}
