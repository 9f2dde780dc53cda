import { setFlagsFromString } from "node:v8";

/**
 * Lets the limits of a thread count that starts later. The flags that `npm start` gives for the server's own heap would
 * count for the thread, too, instead of them. That heap is there by now, and 0 is no flag.
 */
export function letThreadLimitsCount(): void {
  setFlagsFromString("--max-old-space-size=0");
  setFlagsFromString("--max-semi-space-size=0");
}
