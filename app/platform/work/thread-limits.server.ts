import { setFlagsFromString } from "node:v8";

/**
 * Makes the memory limits of threads that start later take effect. Otherwise the flags that `npm start` gives for the
 * server's own heap would count for them instead. That heap exists by now, and 0 unsets a flag.
 */
export function letThreadLimitsCount(): void {
  setFlagsFromString("--max-old-space-size=0");
  setFlagsFromString("--max-semi-space-size=0");
}
