/** Threads that run at the same time in this process: each takes a core, and memory that grows with its lists. */
const mostThreads = 8;

const taken = new Set<string>();

/**
 * Takes a place for an import of this subscriber.
 * @returns a function that frees it; `busy` if all are taken, `own` if an import of the same subscriber is running here
 */
export function takePlace(uid: string): (() => void) | "busy" | "own" {
  if (taken.has(uid)) return "own";
  if (taken.size >= mostThreads) return "busy";
  taken.add(uid);
  return () => void taken.delete(uid);
}
