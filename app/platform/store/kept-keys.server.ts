import { randomBytes } from "node:crypto";
import type { DocumentSnapshot } from "firebase-admin/firestore";
import { z } from "zod";
import { inFirestore } from "~/platform/store/firestore.server";

const collection = "keys";
const bytes = 32;

const stored = z.object({ key: z.string().regex(/^[\w-]{43}$/) });

/** Keys that were read. They never change. */
const known = new Map<string, Buffer>();

const readable = (document: DocumentSnapshot) => {
  const key = stored.safeParse(document.data()).data?.key;
  return key === undefined ? undefined : Buffer.from(key, "base64url");
};

/**
 * A key of the app's own that lives as long as its data, whatever secrets of the environment are retired.
 * @returns undefined if there is none yet
 */
export async function keptKey(name: string): Promise<Buffer | undefined> {
  const key =
    known.get(name) ??
    (await inFirestore("read", async (database) =>
      readable(await database.collection(collection).doc(name).get()),
    ));
  if (key) known.set(name, key);
  return key;
}

/** The same; makes the key if none can be read. Of several processes at once, one makes it. */
export async function keptOrNewKey(name: string): Promise<Buffer> {
  const kept = await keptKey(name);
  if (kept) return kept;
  const made = randomBytes(bytes);
  const key = await inFirestore("write", (database) =>
    database.runTransaction(async (transaction) => {
      const reference = database.collection(collection).doc(name);
      const present = readable(await transaction.get(reference));
      if (!present)
        transaction.set(reference, { key: made.toString("base64url"), createdAt: new Date() });
      return present ?? made;
    }),
  );
  known.set(name, key);
  return key;
}
