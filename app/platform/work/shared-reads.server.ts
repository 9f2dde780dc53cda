/**
 * Lets at most `most` reads of one key be under way at once in this process. Whoever asks for more waits, together with all
 * who do, for one read that begins once another has ended: what it finds is no older than any of them asked for.
 */
export function createSharedReads<T>(
  most: number,
): (key: string, read: () => Promise<T>) => Promise<T> {
  const underWay = new Map<string, Set<Promise<unknown>>>();
  const next = new Map<string, Promise<T>>();
  const begin = (key: string, read: () => Promise<T>): Promise<T> => {
    const running = underWay.get(key) ?? new Set();
    underWay.set(key, running);
    const result = read();
    const ended: Promise<unknown> = result
      .catch(() => undefined)
      .then(() => {
        running.delete(ended);
        if (running.size === 0) underWay.delete(key);
      });
    running.add(ended);
    return result;
  };
  return (key, read) => {
    const running = underWay.get(key);
    if (!running || running.size < most) return begin(key, read);
    const waiting = next.get(key);
    if (waiting) return waiting;
    const begun = Promise.race(running).then(() => {
      next.delete(key);
      return begin(key, read);
    });
    next.set(key, begun);
    return begun;
  };
}
