/** The middle value, or the mean of the two in the middle; undefined of none. */
export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >>> 1;
  const upper = sorted[middle];
  if (upper === undefined || sorted.length % 2 === 1) return upper;
  return ((sorted[middle - 1] ?? upper) + upper) / 2;
}

export const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

export const mean = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : sum(values) / values.length;

/** How often a coin that is thrown `count` times shows heads at least so often (0 to 1). */
export function chanceOfHeads(atLeast: number, count: number): number {
  let chance = 0;
  let exactly = 0.5 ** count;
  for (let heads = 0; heads <= count; heads += 1) {
    if (heads >= atLeast) chance += exactly;
    exactly *= (count - heads) / (heads + 1);
  }
  return Math.min(1, chance);
}
