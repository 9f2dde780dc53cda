import { setTimeout as pause } from "node:timers/promises";
import { send } from "./requests.ts";

/** Milliseconds for a health check, which waits for nobody, on a machine that is not busy. */
const quiet = 150;
/** On a busy machine an answer may be so many times later than a health check is: it waits for the processor more often. */
const turns = 6;

/** Milliseconds between two checks. */
const interval = 100;

/** Notes how long a health check takes at most: what is beyond a moment is the machine's doing. */
export function watchHealth(origin: string) {
  let slowest = 0;
  /** When the check that is under way, or the next one, was due: where this process itself stands still, the timer is late. */
  let due = performance.now();
  let going = true;
  /** A check that is under way counts as what it has taken so far. */
  const slowestSoFar = () => Math.max(slowest, performance.now() - due);
  const watching = (async () => {
    while (going) {
      await send(origin, { path: "/healthz" });
      slowest = slowestSoFar();
      due = performance.now() + interval;
      await pause(interval);
    }
    due = Number.POSITIVE_INFINITY;
  })();
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
