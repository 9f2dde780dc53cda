import { connectionOf } from "~/clients/connections.server";
import { withoutWaiting } from "~/clients/upstream.server";
import type { Knowing } from "~/domain/analysis-notes";

/** How a subscriber without any figures begins. A connection that cannot be looked up counts as none. */
export async function firstStepOf(uid: string, { mayImport, mayConnect }: Knowing) {
  const connection = mayConnect
    ? await withoutWaiting("firestore", connectionOf(uid), undefined)
    : undefined;
  return { mayImport, mayConnect, isBeingRead: connection !== undefined };
}
