import { createHash } from "node:crypto";
import type { DocumentSnapshot, Firestore } from "firebase-admin/firestore";
import { z } from "zod";
import { isCloned, maxPasskeys } from "~/features/ways-in/rules/passkeys";
import { writeFor } from "~/platform/store/erasure-marks.server";
import { inFirestore } from "~/platform/store/firestore.server";

const collection = "passkeys";

const stored = z.object({
  uid: z.string().min(1),
  /** As the authenticator gave it, in base64url. The document is named by its digest. */
  credentialId: z.string().min(1),
  /** COSE, in base64url. */
  publicKey: z.string().min(1),
  /** Random, and the same for all passkeys of an account. Authenticators keep it instead of the uid. */
  userHandle: z.string().min(1),
  counter: z.number().int().min(0),
  transports: z.array(z.string()).catch([]),
  deviceType: z.enum(["singleDevice", "multiDevice"]).catch("singleDevice"),
  backedUp: z.boolean().catch(false),
  name: z.string().catch("Passkey"),
  /**
   * Whether the account's address was proven when it was added. If not, it may be of a stranger who made the account, and
   * lets nobody in once the owner has proven the address.
   */
  isProven: z.boolean(),
  /** Epoch milliseconds, as are the other two. */
  createdAt: z.number(),
  lastUsedAt: z.number().nullable().catch(null),
  /** When its counter did not rise. It lets nobody in since then. */
  suspectAt: z.number().nullable(),
});
export type Passkey = z.output<typeof stored>;

/** A passkey by the name of its document. `passkey` is undefined if the document cannot be read: it can only be removed. */
export interface ListedPasskey {
  key: string;
  passkey: Passkey | undefined;
}

/** The name of a credential's document. @param credentialId in base64url */
export const passkeyKeyOf = (credentialId: string) =>
  createHash("sha256").update(Buffer.from(credentialId, "base64url")).digest("base64url");

const isKey = (text: string) => /^[\w-]{43}$/.test(text);

const readable = (document: DocumentSnapshot) => stored.safeParse(document.data()).data;

/** All of an account, oldest first. */
export async function passkeysOf(uid: string): Promise<ListedPasskey[]> {
  const { docs } = await inFirestore("read", (database) =>
    database.collection(collection).where("uid", "==", uid).get(),
  );
  return docs
    .map((document) => ({ key: document.id, passkey: readable(document) }))
    .sort((a, b) => (a.passkey?.createdAt ?? 0) - (b.passkey?.createdAt ?? 0));
}

/** The passkey with this credential id; undefined if there is none that can be read. */
export async function passkeyById(credentialId: string): Promise<Passkey | undefined> {
  const document = await inFirestore("read", (database) =>
    database.collection(collection).doc(passkeyKeyOf(credentialId)).get(),
  );
  const passkey = readable(document);
  return passkey?.credentialId === credentialId ? passkey : undefined;
}

export type KeptPasskey = "kept" | "full" | "known";

/** Keeps a new one. `known`: the credential is kept already, for whichever account. */
export function keepPasskey(
  passkey: Omit<Passkey, "lastUsedAt" | "suspectAt">,
): Promise<KeptPasskey> {
  const own = (database: Firestore) =>
    database.collection(collection).doc(passkeyKeyOf(passkey.credentialId));
  return writeFor(
    passkey.uid,
    async (transaction, database, [same], signal): Promise<KeptPasskey> => {
      const all = database.collection(collection).where("uid", "==", passkey.uid);
      const { size } = await transaction.get(all);
      signal.throwIfAborted();
      if (same?.exists) return "known";
      if (size >= maxPasskeys) return "full";
      const unused = { lastUsedAt: null, suspectAt: null, updatedAt: new Date() };
      transaction.create(own(database), { ...passkey, ...unused });
      return "kept";
    },
    (database) => [own(database)],
  );
}

interface Use {
  counter: number;
  backedUp: boolean;
}

/**
 * Saves a use before it lets anybody in. `gone`: removed meanwhile. `cloned`: its counter has not risen, and it is marked
 * as suspect. `suspect`: it was marked before.
 */
export function savePasskeyUse(
  { credentialId, uid }: Passkey,
  { counter, backedUp }: Use,
): Promise<"saved" | "gone" | "cloned" | "suspect"> {
  return inFirestore("write", (database) =>
    database.runTransaction(async (transaction) => {
      const reference = database.collection(collection).doc(passkeyKeyOf(credentialId));
      const passkey = readable(await transaction.get(reference));
      if (passkey?.uid !== uid) return "gone";
      if (passkey.suspectAt !== null) return "suspect";
      const now = new Date();
      if (isCloned(counter, passkey.counter)) {
        transaction.update(reference, { suspectAt: now.getTime(), updatedAt: now });
        return "cloned";
      }
      const lastUsedAt = now.getTime();
      transaction.update(reference, { counter, backedUp, lastUsedAt, updatedAt: now });
      return "saved";
    }),
  );
}

/** @returns whether the account has such a passkey */
export const renamePasskey = (uid: string, key: string, name: string): Promise<boolean> =>
  ofOwner(uid, key, { name, updatedAt: new Date() });

/**
 * @returns whether the account had such a passkey. Of two at once, one is told so, or both if the first answer to one was
 * lost: who erased it cannot be seen.
 */
export const removePasskey = (uid: string, key: string): Promise<boolean> =>
  ofOwner(uid, key, "remove");

async function ofOwner(
  uid: string,
  key: string,
  change: "remove" | { name: string; updatedAt: Date },
): Promise<boolean> {
  if (!isKey(key)) return false;
  return inFirestore("write", (database) =>
    database.runTransaction(async (transaction) => {
      const reference = database.collection(collection).doc(key);
      if ((await transaction.get(reference)).get("uid") !== uid) return false;
      if (change === "remove") transaction.delete(reference);
      else transaction.update(reference, change);
      return true;
    }),
  );
}
