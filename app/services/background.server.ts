import { log } from "~/clients/log.server";

const running = new Set<Promise<void>>();

/** Lets work that no page waits for go on; a shutdown waits for it. Its failure is logged, without its payload. */
export function inBackground(name: string, work: Promise<unknown>): void {
  const tracked: Promise<void> = work
    .then(
      () => undefined,
      (error: unknown) =>
        log.warn(
          { work: name, reason: error instanceof Error ? error.message : "unknown" },
          "background work failed",
        ),
    )
    .finally(() => running.delete(tracked));
  running.add(tracked);
}

/** Resolves when all background work has ended. */
export async function backgroundSettled(): Promise<void> {
  // What ends may have begun more.
  while (running.size > 0) await Promise.all(running);
}

/**
 * Repeats `round` from now on, the first time after a part of `interval`, so that processes that start
 * together do not all knock at once.
 * @param round is told by `isStopped` whether it should take up no more
 * @returns how to stop it: resolves once the round under way has ended
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
      current = round(() => stopped)
        .then(
          () => undefined,
          (error: unknown) =>
            log.warn(
              { work: name, reason: error instanceof Error ? error.message : "unknown" },
              "background round failed",
            ),
        )
        .then(() => {
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
