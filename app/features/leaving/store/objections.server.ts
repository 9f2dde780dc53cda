import type { DocumentBeside } from "~/platform/outbox/store/transaction.server";
import { inFirestore } from "~/platform/store/firestore.server";
import { day } from "~/platform/values/durations";
import { moment } from "~/platform/values/moment";

const collection = "objections";
/** After an objection, public declarations for that subscription need a press in a letter for so long. */
const objectionLasts = 90 * day;

/** What is written with the declaration that is stopped. */
export const objection = (subscriptionId: string, now: number): DocumentBeside => ({
  kind: { collection },
  id: encodeURIComponent(subscriptionId),
  entry: { expireAt: new Date(now + objectionLasts) },
});

/** Whether the subscriber has objected to a public declaration within the last 90 days. */
export function hasObjected(subscriptionId: string, now: number): Promise<boolean> {
  return inFirestore("read", async (database) => {
    const document = await database
      .collection(collection)
      .doc(encodeURIComponent(subscriptionId))
      .get();
    return (moment(document.data()?.expireAt) ?? 0) > now;
  });
}
