import { z } from "zod";
import type { PriceChange } from "~/features/leaving/rules/notices";
import { inFirestore } from "~/platform/store/firestore.server";
import { day } from "~/platform/values/durations";
import { moment } from "~/platform/values/moment";

const collection = "priceChanges";
/** After a price has begun, nobody is told any more; it is kept for those who ask what they were told. */
const keptAfter = 400 * day;

const schema = z.object({
  planCode: z.string(),
  amount: z.string(),
  currency: z.string(),
  from: z
    .unknown()
    .transform((value) => moment(value))
    .pipe(z.number()),
});

/** A change is named by all that it says: who agrees to one has not agreed to another. */
export const priceChangeId = (
  { planCode, amount, currency }: Omit<PriceChange, "id" | "from">,
  day: string,
): string => `${encodeURIComponent(planCode)}-${day}-${amount}-${currency}`;

/** Takes the place of another price for the same plan and day. @throws UpstreamError if Firestore fails */
export function keepPriceChange({ id, from, ...change }: PriceChange): Promise<void> {
  return inFirestore("write", (database, signal) =>
    database.runTransaction(async (transaction) => {
      const expireAt = new Date(from + keptAfter);
      const all = database.collection(collection);
      const same = await transaction.get(all.where("planCode", "==", change.planCode));
      signal.throwIfAborted();
      for (const document of same.docs)
        if (document.id !== id && moment(document.data().from) === from)
          transaction.delete(document.ref);
      transaction.set(all.doc(id), { ...change, from: new Date(from), expireAt });
    }),
  );
}

/** All changes that are announced for a plan. One that cannot be read is left out. */
export function priceChangesOf(planCode: string): Promise<PriceChange[]> {
  return inFirestore("read", async (database) => {
    const found = await database.collection(collection).where("planCode", "==", planCode).get();
    return found.docs.flatMap((document): PriceChange[] => {
      const read = schema.safeParse(document.data());
      return read.success ? [{ ...read.data, id: document.id }] : [];
    });
  });
}
