/** `1234567` → `"1,234,567"` (docs/product.md#look). */
export function withCommas(value: number): string {
  return value.toLocaleString("en-US");
}

/** `(1, "like")` → `"like"`, `(2, "like")` → `"likes"`. */
export function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}

/** `(1, "like")` → `"1 like"`, `(2_000, "like")` → `"2,000 likes"`. */
export function counted(count: number, noun: string): string {
  return `${withCommas(count)} ${plural(count, noun)}`;
}
