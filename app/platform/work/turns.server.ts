import { createQueues } from "~/platform/work/one-at-a-time.server";

/** Milliseconds that somebody waits for their turn, and what is aborted when they leave. */
interface Patience {
  milliseconds: number;
  signal?: AbortSignal | undefined;
}

/**
 * Makes a row for each key, in which one after another has its turn.
 * @returns waits for a turn: gives the function that ends it, or undefined where the patience was over before
 */
export function createTurns(): (
  key: string,
  patience: Patience,
) => Promise<(() => void) | undefined> {
  const inTurn = createQueues();
  return (key, { milliseconds, signal }) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve(undefined);
      let hasLeft = false;
      const settle = (end: (() => void) | undefined) => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", leave);
        resolve(end);
      };
      const leave = () => {
        hasLeft = true;
        settle(undefined);
      };
      const timer = setTimeout(leave, milliseconds).unref();
      signal?.addEventListener("abort", leave);
      void inTurn(key, async () => {
        if (!hasLeft) await new Promise<void>((end) => settle(end));
      });
    });
}
