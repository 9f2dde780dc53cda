import { inFirestore } from "~/platform/store/firestore.server";
import { hasGrpcStatus } from "~/platform/upstream/grpc-status";

const collection = "usedStates";

/**
 * Marks something of one use as used: the `state` of a sign-in at an outside page, the challenge of a passkey, a mailed
 * sign-in link.
 * @param expiresAt when it would have expired anyway, in epoch milliseconds; Firestore's TTL policy then deletes the mark
 * @returns when it was used before, in whichever process, in epoch milliseconds; undefined if this is its first use
 */
export async function markStateUsed(id: string, expiresAt: number): Promise<number | undefined> {
  const mark = { expireAt: new Date(expiresAt) };
  return inFirestore("write", async (database) => {
    const document = database.collection(collection).doc(id);
    try {
      await document.create(mark);
      return undefined;
    } catch (error) {
      if (!hasGrpcStatus(error, "alreadyExists")) throw error;
      return (await document.get()).createTime?.toMillis() ?? 0;
    }
  });
}

/** Takes the mark back, where the use came to nothing. */
export async function forgetUse(id: string): Promise<void> {
  await inFirestore("write", (database) => database.collection(collection).doc(id).delete());
}
