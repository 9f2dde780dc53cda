import { hour, minute } from "./durations.ts";
import { counted } from "./numbers.ts";

/** The header that says when to try again. */
export const retryAfter = (milliseconds: number) => ({
  "retry-after": String(Math.ceil(milliseconds / 1_000)),
});

/** `40 seconds`, `12 minutes`, `1 hour`. Rounds up, and never returns `60 minutes`. */
export function waitInWords(milliseconds: number): string {
  if (milliseconds <= minute - 1_000) return counted(Math.ceil(milliseconds / 1_000), "second");
  if (milliseconds <= hour - minute) return counted(Math.ceil(milliseconds / minute), "minute");
  return counted(Math.ceil(milliseconds / hour), "hour");
}
