import type { Knowing } from "~/features/analysis/analysis-notes";
import { connectionOf } from "~/features/history/connections.server";
import { withoutWaiting } from "~/platform/upstream/upstream.server";

/** How a subscriber without any figures begins. A connection that cannot be looked up counts as none. */
export async function firstStepOf(uid: string, { mayImport, mayConnect }: Knowing) {
  const connection = mayConnect
    ? await withoutWaiting("firestore", connectionOf(uid), undefined)
    : undefined;
  return { mayImport, mayConnect, isBeingRead: connection !== undefined };
}
