import { type Import, keepsLists, refusedAs } from "~/features/history/import";
import { endReading, importOf } from "~/features/history/import-documents.server";
import { eraseOwned } from "~/features/history/kept-pieces.server";
import { NoMemory } from "~/features/imports/services/memory.server";
import { ThreadDied } from "~/features/imports/thread.server";
import { reportUnexpected } from "~/platform/monitoring/error-reports.server";
import { log } from "~/platform/monitoring/log.server";
import { UpstreamError, unlessDown } from "~/platform/upstream/upstream.server";

/**
 * Nothing is kept of an import that failed. One whose upload broke off is shown as damaged; one that failed by our fault
 * or Firestore's leaves nothing. If that cannot be written either, the import is later found broken off.
 */
export async function recordFailure(uid: string, begun: Import, error: unknown): Promise<void> {
  const isOutage = [UpstreamError, ThreadDied, NoMemory].some((ours) => error instanceof ours);
  if (error instanceof ThreadDied) reportUnexpected(error);
  await unlessDown(async () => {
    await endReading(uid, begun.id, isOutage ? "gone" : refusedAs(begun, "damaged"));
    await eraseUnlessKept(uid, begun);
  });
  log.warn({ state: isOutage ? "gone" : "refused" }, "import broke off");
}

/** Erased now and not by a later import: where the subscriber has had all erased meanwhile, there will be none. */
async function eraseUnlessKept(uid: string, { id }: Import): Promise<void> {
  const left = await importOf(uid, id);
  if (!left || !keepsLists(left.state)) await eraseOwned("importPieces", id);
}

/** An import that came to nothing leaves nothing. */
export async function forget(uid: string, one: Import): Promise<void> {
  await endReading(uid, one.id, "gone");
  await eraseUnlessKept(uid, one);
}
