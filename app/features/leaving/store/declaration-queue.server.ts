import { z } from "zod";
import { inFirestore } from "~/platform/store/firestore.server";
import { minute } from "~/platform/values/durations";

// The queue of the declarations that wait for each other's letters, in `declarationForms`: who has declared first comes first.

/** A declaration's place in the queue of its subscription. */
export const queuePlace = z.object({
  /** Sorts by subscription, then by when it was declared. */
  turn: z.string(),
  /** When it last asked whether it is its turn. Epoch milliseconds. */
  askedAt: z.number(),
});

const inQueue = z.object({
  /** Null where it was set aside: such an entry does not match, and holds nobody up. */
  dueAt: z.number(),
  updatedAt: z.number(),
  leaseUntil: z.number(),
  progress: z.object({ queue: queuePlace }),
});

const queueOf = (subscriptionId: string): string => `${encodeURIComponent(subscriptionId)} `;

export const turnOf = (subscriptionId: string, declaration: string, declaredAt: number): string =>
  `${queueOf(subscriptionId)}${new Date(declaredAt).toISOString()} ${declaration}`;

/** A declaration that is tried for this long without asking for its turn has another problem, and holds nobody up. */
const absentAfter = 15 * minute;
/** Only so many are looked at, as each is a read. Where all of them are absent, one behind them may be passed over. */
const mostInFront = 10;

/** Whether an earlier declaration of the subscription waits. @throws UpstreamError if Firestore fails */
export function isBehind(subscriptionId: string, turn: string): Promise<boolean> {
  return inFirestore("read", async (database) => {
    const field = "progress.queue.turn";
    const inFront = await database
      .collection("declarationForms")
      .where(field, ">=", queueOf(subscriptionId))
      .where(field, "<", turn)
      .orderBy(field)
      .limit(mostInFront)
      .select("dueAt", "updatedAt", "leaseUntil", "progress.queue")
      .get();
    return inFront.docs.some((document) => {
      const { data: one } = inQueue.safeParse(document.data());
      if (!one) return false;
      // Compared with its last try, not with now: while no process runs, none is tried.
      const isAbsent = one.updatedAt - one.progress.queue.askedAt >= absentAfter;
      return !isAbsent || one.leaseUntil > Date.now();
    });
  });
}
