import type { Sample } from "./load-generator.ts";

export function isFailure(status: number): boolean {
  return status === 0 || status >= 500;
}

/** The median of the rounds' quantiles, so that one round on a busy machine does not count. */
export function medianQuantile(measured: Sample[][], share: number): number {
  const quantiles = measured.map((samples) => quantile(samples, share)).sort((a, b) => a - b);
  return quantiles[Math.floor(quantiles.length / 2)] ?? Number.NaN;
}

function quantile(samples: Sample[], share: number): number {
  const times = samples.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
}
