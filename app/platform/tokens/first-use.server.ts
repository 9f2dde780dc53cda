import { LRUCache } from "lru-cache";
import { forgetUse, markStateUsed } from "~/platform/tokens/used-states.server";
import { unlessDown, within } from "~/platform/upstream/upstream.server";

/** What was used in this process. While Firestore is down it is all that is known. */
const usedHere = new LRUCache<string, true>({
  maxSize: 1_048_576,
  sizeCalculation: () => 256,
});

/** Milliseconds that Firestore may take to say whether something was used. */
const patience = 1_000;

/**
 * Whether this is the first use of something whose second use something else would stop, too, so that it need not wait for
 * Firestore: the state of a sign-in with Google, an activation link.
 * @param expiresAt when it expires anyway, in epoch milliseconds
 */
export async function isFirstUse(id: string, expiresAt: number): Promise<boolean> {
  if (usedHere.has(id)) return false;
  usedHere.set(id, true, { ttl: Math.max(expiresAt - Date.now(), 1) });
  const marked = unlessDown(markStateUsed(id, expiresAt));
  return (await within(patience, marked)) === undefined;
}

/** Takes a use back that came to nothing. */
export async function takeUseBack(id: string): Promise<void> {
  usedHere.delete(id);
  await within(patience, unlessDown(forgetUse(id)));
}
