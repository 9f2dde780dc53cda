import pMap from "p-map";
import { notices } from "~/features/leaving/services/outbox/notice.server";
import { pagesOf } from "~/platform/outbox/store/operations.server";
import { decideEntry } from "~/platform/outbox/store/transaction.server";
import { day } from "~/platform/values/durations";
import { shareOf } from "~/platform/values/share-of";

const atOnce = 8;
/** All that sleep are looked at within this time. */
const spreadOver = 3 * day;

/** Older releases let entries sleep until the next sign-in, where the main plan did not renew. Now each has a time. */
export async function wakeSleepingNotices(isStopped = () => false): Promise<void> {
  const sleeping = pagesOf(notices, (all) =>
    all.where("state", "==", "open").where("dueAt", "==", null).orderBy("__name__"),
  );
  for await (const page of sleeping) {
    await pMap(page, ({ id }) => (isStopped() ? undefined : wake(id)), { concurrency: atOnce });
    if (isStopped()) return;
  }
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
