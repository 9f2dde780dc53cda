import { z } from "zod";
import { inFirestore } from "~/platform/store/firestore.server";
import { minute } from "~/platform/values/durations";

/** The row of the declarations that wait for each other's letters, in `declarationForms`: who has declared first comes first. */

/** A declaration's place in the row of its subscription. */
export const rowPlace = z.object({
  /** Sorts by subscription, then by when it was declared. */
  turn: z.string(),
  /** When it last asked whether it is its turn. Epoch milliseconds. */
  askedAt: z.number(),
});

const inRow = z.object({
  /** Null: it was set aside. */
  dueAt: z.number(),
  updatedAt: z.number(),
  leaseUntil: z.number(),
  progress: z.object({ row: rowPlace }),
});

const rowOf = (subscriptionId: string): string => `${encodeURIComponent(subscriptionId)} `;

export const turnOf = (subscriptionId: string, declaration: string, declaredAt: number): string =>
  `${rowOf(subscriptionId)}${new Date(declaredAt).toISOString()} ${declaration}`;

/** One that is tried for so long without coming to ask has a trouble of its own, and holds nobody up. */
const absentAfter = 15 * minute;
/** So many in front are looked at. */
const mostInFront = 10;

/** Whether another waits that was declared before. @throws UpstreamError if Firestore fails */
export function isBehind(subscriptionId: string, turn: string): Promise<boolean> {
  return inFirestore("read", async (database) => {
    const field = "progress.row.turn";
    const inFront = await database
      .collection("declarationForms")
      .where(field, ">=", rowOf(subscriptionId))
      .where(field, "<", turn)
      .orderBy(field)
      .limit(mostInFront)
      .get();
    return inFront.docs.some((document) => {
      const { data: one } = inRow.safeParse(document.data());
      if (!one) return false;
      // One that waited while no process ran has not been tried either.
      const isAbsent = one.updatedAt - one.progress.row.askedAt >= absentAfter;
      return !isAbsent || one.leaseUntil > Date.now();
    });
  });
}
