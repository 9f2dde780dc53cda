/** The one place that sets a limit to waiting. What is waited for goes on; if it fails later, nobody hears of it. */

const late = Symbol("late");

/**
 * The result of `work`, or that of `otherwise` if the signal is aborted first, even where `work` ignores it.
 * Starts nothing if the signal is aborted already.
 */
export async function untilAborted<T, L = undefined>(
  signal: AbortSignal,
  work: () => Promise<T>,
  otherwise: () => L = () => undefined as L,
): Promise<T | L> {
  if (signal.aborted) return otherwise();
  let expire = () => {};
  const expired = new Promise<typeof late>((resolve) => {
    expire = () => resolve(late);
    signal.addEventListener("abort", expire, { once: true });
  });
  try {
    const result = await Promise.race([work(), expired]);
    return result === late ? otherwise() : result;
  } finally {
    signal.removeEventListener("abort", expire);
  }
}

/**
 * The result of `work`, which gets a signal that is aborted after so many milliseconds or together with `parent`. Not by
 * `AbortSignal.any` or `.timeout`: the garbage collector may take these before they fire.
 */
export async function withSignal<T>(
  milliseconds: number | undefined,
  parent: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  if (parent?.aborted) abort();
  parent?.addEventListener("abort", abort, { once: true });
  const timer =
    milliseconds === undefined ? undefined : setTimeout(abort, Math.max(0, milliseconds));
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    parent?.removeEventListener("abort", abort);
  }
}

/** The result of `work`, or that of `otherwise` (undefined if left out) after so many milliseconds. */
export function within<T, L = undefined>(
  milliseconds: number,
  work: Promise<T>,
  otherwise?: () => L,
): Promise<T | L> {
  return withSignal(milliseconds, undefined, (signal) =>
    untilAborted(signal, () => work, otherwise),
  );
}
