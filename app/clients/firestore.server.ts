import type { Firestore } from "firebase-admin/firestore";
import { firestore } from "~/clients/firebase.server";
import { createUpstream, UpstreamError } from "~/clients/upstream.server";

const upstream = createUpstream("firestore");

/** Runs `work` on the database within the deadline; whatever fails is an `UpstreamError`. */
export function inFirestore<T>(
  mode: "read" | "write",
  work: (database: Firestore) => Promise<T>,
): Promise<T> {
  return upstream.call(mode, async () => {
    try {
      return await work(await firestore());
    } catch (error) {
      throw error instanceof UpstreamError
        ? error
        : new UpstreamError(upstream.system, "unreachable");
    }
  });
}
