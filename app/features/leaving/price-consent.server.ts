import { placeIn } from "~/features/account/place.server";
import type { Subscription } from "~/features/account/subscription";
import { lengthsOf, type PriceChange, trialToAgree } from "~/features/leaving/rules/notices";
import { obligationsOn } from "~/features/leaving/services/obligations.server";
import { agreeTo, noticesEntryOf } from "~/features/leaving/services/outbox/notice.server";
import { priceChangesOf } from "~/features/leaving/store/price-changes.server";

/** A new price that a subscriber has been told. */
export interface AnnouncedPrice extends Pick<PriceChange, "id" | "amount" | "currency" | "from"> {
  /** `asked`: it holds only once they agree. */
  consent: "not-needed" | "asked" | "given";
}

/** The next new price of a plan that the subscriber has been told. @throws UpstreamError if Firestore fails */
export async function announcedPrice(
  subscription: Subscription,
  uid: string,
): Promise<AnnouncedPrice | undefined> {
  const entry = await noticesEntryOf(uid);
  if (!entry?.progress.keys.some((key) => key.startsWith("price-"))) return undefined;
  const { keys, agreed } = entry.progress;
  const now = Date.now();
  const [next] = (await priceChangesOf(subscription.planCode))
    .filter(({ id, from }) => from > now && keys.includes(`price-${id}`))
    .sort((a, b) => a.from - b.from);
  if (!next) return undefined;
  const place = await placeIn(subscription, uid);
  const { notices } = obligationsOn(place, now, lengthsOf(subscription.planCode));
  const isNeeded = notices.some(({ about, consent }) => about === "price" && consent);
  const { id, amount, currency, from } = next;
  const given = agreed.includes(id) ? "given" : "asked";
  return { id, amount, currency, from, consent: isNeeded ? given : "not-needed" };
}

/** @returns false where there is no such price to agree to */
export async function agreeToAnnounced(
  subscription: Subscription,
  uid: string,
  id: string,
): Promise<boolean> {
  const announced = await announcedPrice(subscription, uid);
  if (announced?.id !== id || announced.consent === "not-needed") return false;
  await agreeTo(uid, id);
  return true;
}

/** A trial that becomes a plan only if the subscriber agrees, as they have been told. */
export interface TrialConsent {
  id: string;
  /** Epoch milliseconds. */
  endsAt: number;
  isGiven: boolean;
}

/** @throws UpstreamError if Firestore fails */
export async function trialConsent(
  subscription: Subscription,
  uid: string,
): Promise<TrialConsent | undefined> {
  const now = Date.now();
  const place = await placeIn(subscription, uid);
  const { notices } = obligationsOn(place, now, lengthsOf(subscription.planCode));
  const trial = trialToAgree(notices, subscription, now);
  if (!trial) return undefined;
  const entry = await noticesEntryOf(uid);
  // A subscriber who was told too late to answer was not asked.
  if (!entry?.progress.keys.includes(trial.key) || entry.progress.askedAt === null)
    return undefined;
  const { key: id, endsAt } = trial;
  return { id, endsAt, isGiven: entry.progress.agreed.includes(id) };
}

/** @returns false where there is no such trial to agree to */
export async function agreeToTrial(
  subscription: Subscription,
  uid: string,
  id: string,
): Promise<boolean> {
  const trial = await trialConsent(subscription, uid);
  if (trial?.id !== id) return false;
  await agreeTo(uid, id);
  return true;
}
