import { reportUnexpected } from "~/platform/monitoring/error-reports.server";
import { log } from "~/platform/monitoring/log.server";
import { asBackgroundWork, within } from "~/platform/upstream/upstream.server";

const running = new Set<Promise<void>>();

/** Tracks work that no request waits for, so that a shutdown waits for it. A failure is logged without its payload. */
export function inBackground(name: string, work: Promise<unknown>): void {
  const noted = noteFailure(work, name, "background work failed");
  const tracked: Promise<void> = noted.finally(() => running.delete(tracked));
  running.add(tracked);
}

const noteFailure = (work: Promise<unknown>, name: string, message: string): Promise<void> =>
  work.then(
    () => undefined,
    (error: unknown) => {
      log.warn({ work: name, reason: error instanceof Error ? error.message : "unknown" }, message);
      if (mistakes.some((mistake) => error instanceof mistake)) reportUnexpected(error);
    },
  );

/** What the language itself throws is a mistake of ours. */
const mistakes = [TypeError, RangeError, ReferenceError, SyntaxError];

let stopping = false;
let stops = Promise.withResolvers<void>();

/** Whether this process is about to stop: long work saves how far it is and ends. */
export const isStoppingSoon = () => stopping;
export const setStoppingSoon = (isSoon: boolean) => {
  stopping = isSoon;
  if (isSoon) stops.resolve();
  else stops = Promise.withResolvers();
};

/** Waits. @returns false, and at once, if the process is about to stop */
export async function pauseUnlessStopping(milliseconds: number): Promise<boolean> {
  await within(milliseconds, stops.promise);
  return !stopping;
}

export async function backgroundSettled(): Promise<void> {
  // Work that ends may have started more.
  while (running.size > 0) await Promise.all(running);
}

/**
 * Repeats `round`, `interval` milliseconds after the end of the last one. The first delay is random, so that processes
 * started together do not call outside systems at the same time.
 * @param round should start nothing more once `isStopped` returns true
 * @returns a function that stops it and resolves when the current round has ended
 */
export function repeatedly(
  name: string,
  interval: number,
  round: (isStopped: () => boolean) => Promise<unknown>,
): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();
  const schedule = (delay: number) => {
    timer = setTimeout(() => {
      const work = asBackgroundWork(() => round(() => stopped));
      current = noteFailure(work, name, "background round failed").then(() => {
        if (!stopped) schedule(interval);
      });
    }, delay).unref();
  };
  schedule(interval * Math.random());
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await current;
  };
}
