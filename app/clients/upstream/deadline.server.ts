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

/** The result of `work`, or that of `otherwise` (undefined if left out) after so many milliseconds. */
export async function within<T, L = undefined>(
  milliseconds: number,
  work: Promise<T>,
  otherwise?: () => L,
): Promise<T | L> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), Math.max(0, milliseconds));
  try {
    return await untilAborted(deadline.signal, () => work, otherwise);
  } finally {
    clearTimeout(timer);
  }
}
