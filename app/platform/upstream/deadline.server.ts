/**
 * How a wait ends at a deadline; how long it is, its caller says. The caller's wait ends, not the work; an error after the
 * deadline is ignored.
 */

const late = Symbol("late");

/**
 * The result of `work`, or that of `otherwise` if the signal is aborted first, even if `work` ignores the signal.
 * Does not start `work` if the signal is aborted already.
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
 * The result of `work`. Its signal is aborted after `milliseconds` or together with `parent`. Does not use
 * `AbortSignal.any` or `.timeout`, because they may be garbage-collected before they fire.
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

/** The result of `work`, or that of `otherwise` (default: undefined) after `milliseconds`. */
export function within<T, L = undefined>(
  milliseconds: number,
  work: Promise<T>,
  otherwise?: () => L,
): Promise<T | L> {
  return withSignal(milliseconds, undefined, (signal) =>
    untilAborted(signal, () => work, otherwise),
  );
}
