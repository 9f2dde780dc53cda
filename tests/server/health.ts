import { setTimeout as pause } from "node:timers/promises";
import { send } from "./requests.ts";

/** Milliseconds for a health check, which waits for nobody, on a machine that is not busy. */
const quiet = 150;
/** On a busy machine an answer may be so many times later than a health check is: it waits for the processor more often. */
const turns = 6;

/** Notes how long a health check takes at most: what is beyond a moment is the machine's doing. */
export function watchHealth(origin: string) {
  let slowest = 0;
  /** When the check that is under way began. */
  let begun: number | undefined;
  let going = true;
  const watching = (async () => {
    while (going) {
      begun = performance.now();
      const { milliseconds } = await send(origin, { path: "/healthz" });
      begun = undefined;
      slowest = Math.max(slowest, milliseconds);
      await pause(100);
    }
  })();
  /** A check that is under way counts as what it has taken so far. */
  const slowestSoFar = () => Math.max(slowest, begun === undefined ? 0 : performance.now() - begun);
  return {
    /** In milliseconds. */
    slowest: slowestSoFar,
    /** Milliseconds that an answer may have been late. */
    excused() {
      const milliseconds = slowestSoFar();
      return milliseconds > quiet ? turns * milliseconds : 0;
    },
    /** From here on it counts anew. */
    forget() {
      slowest = 0;
    },
    async stop() {
      going = false;
      await watching;
    },
  };
}
