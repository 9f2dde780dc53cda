import { percentsInOrder } from "./isolated.ts";
import { voiceNow } from "./say.ts";

/** `(6.4, 1)` → `"6.4"`: with so many decimals, as the reader's language writes them. */
export function withDecimals(value: number, decimals: number): string {
  const fixed = value.toFixed(decimals);
  const voice = voiceNow();
  // The same digits in every language: `Intl` rounds a half otherwise than `toFixed` does.
  return voice ? Number(fixed).toLocaleString(voice.locale, exactly(decimals)) : fixed;
}

/** `0.14` → `"0.14"`: with the decimals that it has. */
export function asItIs(value: number): string {
  const voice = voiceNow();
  return voice ? value.toLocaleString(voice.locale, { maximumFractionDigits: 10 }) : String(value);
}

/** `31` → `"31%"`; in other languages than English as these write it. */
export function asPercent(value: number, decimals = 0): string {
  const fixed = value.toFixed(decimals);
  const voice = voiceNow();
  if (!voice) return `${fixed}%`;
  const written = { style: "percent", ...exactly(decimals) } as const;
  return percentsInOrder((Number(fixed) / 100).toLocaleString(voice.locale, written), voice.locale);
}

/** A share in whole percents, but for the edges: all of them alone are 100, and none alone is 0. */
export function wholePercent(percent: number): number {
  if (percent > 99 && percent < 100) return Math.floor(percent * 10) / 10;
  if (percent > 0 && percent < 0.5) return Math.max(0.1, Math.round(percent * 10) / 10);
  return Math.round(percent);
}

/** `31` → `"31%"`, `99.96` → `"99.9%"`: see `wholePercent`. */
export function shareAsPercent(percent: number): string {
  const rounded = wholePercent(percent);
  return asPercent(rounded, Number.isInteger(rounded) ? 0 : 1);
}

/** `3.456` → `"3.46%"`, `0.0042` → `"0.004%"`: nothing above 0 is written as 0. */
export const rateAsPercent = (percent: number): string =>
  asPercent(percent, percent > 0 ? Math.max(2, Math.ceil(-Math.log10(percent))) : 2);

const exactly = (decimals: number) => ({
  minimumFractionDigits: decimals,
  maximumFractionDigits: decimals,
});
