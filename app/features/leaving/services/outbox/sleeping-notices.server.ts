import pMap from "p-map";
import { notices } from "~/features/leaving/services/outbox/notice.server";
import { decideEntry } from "~/platform/outbox/store/transaction.server";
import { inFirestore } from "~/platform/store/firestore.server";
import { day } from "~/platform/values/durations";
import { shareOf } from "~/platform/values/share-of";

const pageSize = 250;
const atOnce = 8;
/** All that sleep are looked at within this time. */
const spreadOver = 3 * day;

/** Older releases let entries sleep until the next sign-in, where the main plan did not renew. Now each has a time. */
export async function wakeSleepingNotices(isStopped = () => false): Promise<void> {
  let last: string | undefined;
  do {
    const after = last;
    const { docs } = await inFirestore("read", (database) => {
      const open = database.collection(notices.collection).where("state", "==", "open");
      const sleeping = open.where("dueAt", "==", null).orderBy("__name__");
      return (after === undefined ? sleeping : sleeping.startAfter(after)).limit(pageSize).get();
    });
    await pMap(docs, ({ id }) => (isStopped() ? undefined : wake(id)), { concurrency: atOnce });
    last = docs.length === pageSize ? docs.at(-1)?.id : undefined;
  } while (last !== undefined && !isStopped());
}

/** One that cannot be read is set aside, and stays so. */
const wake = (uid: string): Promise<void> =>
  decideEntry(notices, uid, ({ entry }, now) =>
    entry?.state === "open" && entry.dueAt === null
      ? {
          next: { ...entry, dueAt: now + shareOf(uid) * spreadOver, updatedAt: now },
          result: undefined,
        }
      : { result: undefined },
  );
