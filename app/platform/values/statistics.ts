/** The middle value, or the mean of the two in the middle; undefined for no values. */
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

/** The probability that a coin thrown `count` times shows heads at least `atLeast` times (0 to 1). */
export function chanceOfHeads(atLeast: number, count: number): number {
  let chance = 0;
  let ways = 1;
  // `0.5 ** count` underflows for more than a thousand throws. So `ways` is halved as it grows.
  let halvings = count;
  for (let heads = 0; heads <= count; heads += 1) {
    for (; ways > 1 && halvings > 0; halvings -= 1) ways /= 2;
    if (heads >= atLeast) chance += ways * 0.5 ** halvings;
    ways *= (count - heads) / (heads + 1);
  }
  return Math.min(1, chance);
}
