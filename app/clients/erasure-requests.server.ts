import { z } from "zod";
import { inFirestore } from "~/clients/firestore.server";
import { moment } from "~/domain/retention";

const collection = "erasureRequests";

/** Milliseconds for which one process has a request for itself: longer than erasing and a letter take. */
const lease = 30_000;

const date = z.custom<unknown>((value) => moment(value) !== undefined).transform(moment);

const schema = z.object({
  /** Where the letters go; erased with the last of them. */
  email: z.string().nullable(),
  requestedAt: date.transform((at) => at ?? 0),
  /** When the last of the app's own documents was erased. */
  erasedAt: date.nullable().transform((at) => at ?? null),
  /** From when a process may take it up; null once nothing is left to do. Epoch milliseconds. */
  dueAt: z.number().nullable(),
  attempts: z.number(),
  letters: z.object({ received: z.boolean(), erased: z.boolean() }),
});

/** A subscriber's wish to have their data erased, kept in `erasureRequests/{uid}`. */
export type ErasureRequest = { uid: string } & z.output<typeof schema>;

const kept = ({ uid: _, requestedAt, erasedAt, ...rest }: ErasureRequest) => ({
  ...rest,
  requestedAt: new Date(requestedAt),
  erasedAt: erasedAt === null ? null : new Date(erasedAt),
});

/**
 * Keeps the wish durably; once this resolves it cannot be lost. The caller has it for itself and is to
 * carry it out. One that was fulfilled begins anew.
 * @returns undefined where another press is carrying it out at this moment
 */
export function recordErasure({
  uid,
  email,
}: {
  uid: string;
  email: string;
}): Promise<ErasureRequest | undefined> {
  return change(uid, (known, now) => {
    const isOpen = known !== undefined && known.dueAt !== null;
    if (isOpen && now - known.requestedAt < lease) return undefined;
    return {
      uid,
      email,
      requestedAt: now,
      erasedAt: null,
      attempts: 0,
      letters: { received: isOpen && known.letters.received, erased: false },
      dueAt: now + lease,
    };
  });
}

/** Takes up the requests that are due, those of crashed processes too. Each goes to one caller. */
export async function claimDueErasures(limit: number): Promise<ErasureRequest[]> {
  const due = await inFirestore("read", (database) =>
    database.collection(collection).where("dueAt", "<=", Date.now()).limit(limit).get(),
  );
  const claims = await Promise.all(
    due.docs.map(({ id }) =>
      change(id, (known, now) =>
        known && known.dueAt !== null && known.dueAt <= now
          ? { ...known, dueAt: now + lease }
          : undefined,
      ),
    ),
  );
  return claims.filter((request) => request !== undefined);
}

/** Notes what has become of a request that the caller has taken up, unless it has begun anew since. */
export async function updateErasure(request: ErasureRequest): Promise<void> {
  await change(request.uid, (known) =>
    known?.requestedAt === request.requestedAt ? request : undefined,
  );
}

/** Reads, decides and writes as one step. @returns what was written, if anything */
function change(
  uid: string,
  decide: (known: ErasureRequest | undefined, now: number) => ErasureRequest | undefined,
): Promise<ErasureRequest | undefined> {
  return inFirestore("write", (database) =>
    database.runTransaction(async (transaction) => {
      const reference = database.collection(collection).doc(uid);
      const document = await transaction.get(reference);
      const known = document.exists ? { uid, ...schema.parse(document.data()) } : undefined;
      const next = decide(known, Date.now());
      if (next) transaction.set(reference, kept(next));
      return next;
    }),
  );
}
