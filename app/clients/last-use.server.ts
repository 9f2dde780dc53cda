import { inFirestore } from "~/clients/firestore.server";
import { moment } from "~/domain/retention";

const collection = "subscribers";

/** A day's precision is enough to count 24 months by. */
const precision = 86_400_000;

/** Notes in `subscribers/{uid}` that somebody was here, at most once a day. Erasure counts from it (spec 9). */
export async function noteUse(uid: string): Promise<void> {
  const now = Date.now();
  const known = await inFirestore("read", (database) =>
    database.collection(collection).doc(uid).get(),
  );
  if (now - (moment(known.get("lastUsedAt")) ?? 0) < precision) return;
  await inFirestore("write", (database) =>
    database
      .collection(collection)
      .doc(uid)
      .set({ lastUsedAt: new Date(now) }),
  );
}

/** When these people were last here, epoch milliseconds; those of whom nothing is noted are left out. */
export async function lastUsesOf(uids: readonly string[]): Promise<Map<string, number>> {
  if (uids.length === 0) return new Map();
  const documents = await inFirestore("read", (database) =>
    database.getAll(...uids.map((uid) => database.collection(collection).doc(uid))),
  );
  const uses = new Map<string, number>();
  for (const document of documents) {
    const lastUsedAt = moment(document.get("lastUsedAt"));
    if (lastUsedAt !== undefined) uses.set(document.id, lastUsedAt);
  }
  return uses;
}
