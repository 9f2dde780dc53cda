import { NoMemory, type Patience, Places } from "~/features/imports/services/memory.server";

interface OwnPlaces {
  /** How much of one subscriber goes on at once. */
  atOnce: number;
  /** How much more of theirs waits at most. */
  mostWaiting: number;
}

/**
 * Places of which each subscriber has their own, so that nobody waits for somebody else.
 * @returns waits for one, and gives a function that gives it back. It throws NoMemory where none is free in time, or too many wait
 */
export function createOwnPlaces({ atOnce, mostWaiting }: OwnPlaces) {
  /** By uid, of those who have a place now. */
  const all = new Map<string, Places>();
  return async (uid: string, patience: Patience): Promise<() => void> => {
    const own = all.get(uid) ?? new Places(atOnce);
    all.set(uid, own);
    if (own.waiting >= mostWaiting) throw new NoMemory();
    // Given back again, it may be that somebody has new ones since.
    const forget = () => {
      if (own.isIdle && all.get(uid) === own) all.delete(uid);
    };
    const giveBack = await own.take(patience).finally(forget);
    return () => {
      giveBack();
      forget();
    };
  };
}
