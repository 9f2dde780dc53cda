import { inFirestore } from "~/clients/firestore.server";
import { hasGrpcStatus } from "~/domain/grpc-status";

const collection = "usedStates";

/**
 * Marks the `state` of a sign-in at an outside page as used.
 * @param expiresAt when it would have expired anyway, in epoch milliseconds; Firestore's TTL policy then deletes the mark
 * @returns false if it was used before, in whichever process
 */
export async function markStateUsed(id: string, expiresAt: number): Promise<boolean> {
  const mark = { expireAt: new Date(expiresAt) };
  return inFirestore("write", async (database) => {
    try {
      await database.collection(collection).doc(id).create(mark);
      return true;
    } catch (error) {
      if (hasGrpcStatus(error, "alreadyExists")) return false;
      throw error;
    }
  });
}
