import type { Firestore } from "firebase-admin/firestore";
import { firestore } from "~/clients/firebase.server";
import { createUpstream, UpstreamError } from "~/clients/upstream.server";

/** A guard's look may have taken its 2 s before an action writes: both together have to stay below 5 s. */
const upstream = createUpstream("firestore", { writeDeadline: 2_500 });

/** Runs `work` on the database within the deadline; whatever fails is an `UpstreamError`. */
export function inFirestore<T>(
  mode: "read" | "write",
  work: (database: Firestore, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return upstream.call(mode, async (signal) => {
    try {
      return await work(await firestore(), signal);
    } catch (error) {
      throw error instanceof UpstreamError
        ? error
        : new UpstreamError(upstream.system, "unreachable");
    }
  });
}
