import type { Firestore } from "firebase-admin/firestore";
import { firestore } from "~/clients/firebase.server";
import { createUpstream, UpstreamError } from "~/clients/upstream.server";

/** An action may wait 2 s for its guard's read before it writes. Together they must stay below 5 s. */
const upstream = createUpstream("firestore", { writeDeadline: 2_500 });

/** Runs `work` on the database within the deadline. Every failure is an `UpstreamError`. */
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
