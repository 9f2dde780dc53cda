import type { DocumentBeside } from "~/platform/outbox/store/transaction.server";
import { inFirestore } from "~/platform/store/firestore.server";
import { sealedPurposes } from "~/platform/tokens/purposes";
import { day } from "~/platform/values/durations";
import { moment } from "~/platform/values/moment";

const collection = "objections";
/** After an objection, public declarations for that subscription need a press in a letter for so long. */
const objectionLasts = 90 * day;
/** The link of a letter works for so long. */
export const linkWorks = sealedPurposes["cancellation link"].lifetime;

/** What is written with the declaration that is stopped. */
export const objection = (subscriptionId: string, now: number): DocumentBeside => ({
  kind: { collection },
  id: encodeURIComponent(subscriptionId),
  entry: {
    until: new Date(now + objectionLasts),
    expireAt: new Date(now + objectionLasts + linkWorks),
  },
});

/** Whether the subscriber has objected to a public declaration within the last 90 days. */
export async function hasObjected(subscriptionId: string, now: number): Promise<boolean> {
  const found = await objectionTo(subscriptionId);
  return (moment(found?.until ?? found?.expireAt) ?? 0) > now;
}

/**
 * Whether a mailed link of this subscription needs its owner's own press: a stranger may have had it sent. So it is
 * after an objection, until the last links of that time have expired.
 */
export async function needsOwnPress(subscriptionId: string, now: number): Promise<boolean> {
  const found = await objectionTo(subscriptionId);
  return (moment(found?.expireAt) ?? 0) > now;
}

/** The document of an objection. */
export const objectionTo = (subscriptionId: string) =>
  inFirestore("read", async (database) => {
    const reference = database.collection(collection).doc(encodeURIComponent(subscriptionId));
    return (await reference.get()).data();
  });
