import { counted } from "./numbers.ts";

const minute = 60_000;
const hour = 60 * minute;

/** `40 seconds`, `12 minutes`, `1 hour`. Rounds up, and never returns `60 minutes`. */
export function waitInWords(milliseconds: number): string {
  if (milliseconds <= minute - 1_000) return counted(Math.ceil(milliseconds / 1_000), "second");
  if (milliseconds <= hour - minute) return counted(Math.ceil(milliseconds / minute), "minute");
  return counted(Math.ceil(milliseconds / hour), "hour");
}
