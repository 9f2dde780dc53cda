/** Milliseconds, well below any kind's lease. */
const renewEvery = 30_000;

/**
 * Does work that may wait its turn for longer than a lease, and renews the lease meanwhile. Whoever has lost it finds out
 * when they save next.
 * @param run its last save is awaited at the end, so that it renews no lease that was given back
 */
export async function whileRenewing<T>(
  { saveProgress }: { saveProgress: (changes: Record<string, never>) => Promise<void> },
  work: () => Promise<T>,
): Promise<T> {
  let renewing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    renewing = renewing.then(() => saveProgress({})).catch(() => {});
  }, renewEvery);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await renewing;
  }
}
