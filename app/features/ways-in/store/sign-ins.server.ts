import type { Firestore } from "firebase-admin/firestore";
import { z } from "zod";
import { type WayIn, waysIn } from "~/features/ways-in/rules/way-in";
import { writeFor } from "~/platform/store/erasure-marks.server";
import { inFirestore } from "~/platform/store/firestore.server";

const collection = "signIns";

/** So many are kept. */
const maxKept = 20;

export interface SignInRecord {
  /** Epoch milliseconds. */
  at: number;
  way: WayIn;
  /** From `browserKind`. */
  browser: string;
}

const record = z.object({ at: z.number(), way: z.enum(waysIn), browser: z.string() });
const stored = z.object({ latest: z.array(z.unknown()).catch([]) });

/** One that cannot be read is left out: it keeps nobody from seeing the others. */
const readable = (fields: unknown): SignInRecord[] =>
  stored
    .parse(fields ?? {})
    .latest.map((one) => record.safeParse(one).data)
    .filter((one) => one !== undefined);

/** The last sign-ins in `signIns/{uid}`, newest first. */
export async function signInsOf(uid: string): Promise<SignInRecord[]> {
  const document = await inFirestore("read", (database) =>
    database.collection(collection).doc(uid).get(),
  );
  return readable(document.data());
}

/** Adds a sign-in to those of its account. Two at once are both kept. */
export async function recordSignIn(uid: string, signIn: SignInRecord): Promise<void> {
  const own = (database: Firestore) => database.collection(collection).doc(uid);
  await writeFor(
    uid,
    (transaction, database, [found]) => {
      const before = readable(found?.data());
      const latest = [signIn, ...before].sort((a, b) => b.at - a.at).slice(0, maxKept);
      transaction.set(own(database), { latest, updatedAt: new Date() });
    },
    (database) => [own(database)],
  );
}
