import type { Sample } from "./load-generator.ts";

export function isFailure(status: number): boolean {
  return status === 0 || status >= 500;
}

/** @param usual what the 99th percentile is compared with */
export function describe(name: string, measured: Sample[][], usual?: Sample[][]): void {
  const samples = measured.flat();
  const failures = samples.filter(({ status }) => isFailure(status)).length;
  const p99 = middle(measured, 0.99);
  const ratio = usual && p99 / middle(usual, 0.99);
  row([
    name,
    String(samples.length),
    String(failures),
    middle(measured, 0.5).toFixed(1),
    p99.toFixed(1),
    ratio === undefined ? "" : `${ratio.toFixed(2)}`,
  ]);
}

/** The quantile of the round in the middle: one in which the machine was busy decides nothing. */
function middle(measured: Sample[][], share: number): number {
  const quantiles = measured.map((samples) => quantile(samples, share)).sort((a, b) => a - b);
  return quantiles[Math.floor(quantiles.length / 2)] ?? Number.NaN;
}

function quantile(samples: Sample[], share: number): number {
  const times = samples.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
}

export function row([name = "", ...cells]: string[]): void {
  console.log(name.padEnd(42) + cells.map((cell) => cell.padStart(10)).join(""));
}
