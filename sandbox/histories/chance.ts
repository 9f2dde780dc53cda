import { seededRandom } from "../seeded-random.ts";

/** Everything random of a history, from one seed. */
export interface Chance {
  /** From 0 up to, but without, 1. */
  next(): number;
  /** A whole number from 0 up to, but without, `limit`. */
  below(limit: number): number;
  /** How often something happens that happens `mean` times on average. */
  times(mean: number): number;
  /** A positive number around 1: now and then several times as much. */
  factor(spread: number): number;
}

export function chanceFrom(seed: number): Chance {
  const next = seededRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return {
    next,
    below: (limit) => Math.floor(next() * limit),
    times(mean) {
      if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()));
      const least = Math.exp(-mean);
      let count = -1;
      for (let product = 1; product > least; count += 1) product *= next();
      return Math.max(0, count);
    },
    factor: (spread) => Math.exp(spread * normal()),
  };
}
