import pMap from "p-map";
import { settingsOf } from "~/features/account/settings.server";
import type { Subscription } from "~/features/account/subscription";
import { isRise, lengthsOf, type PriceChange } from "~/features/leaving/rules/notices";
import { obligationsOn } from "~/features/leaving/services/obligations.server";
import {
  notices,
  renewingKnown,
  renewingTold,
  wakeNotices,
} from "~/features/leaving/services/outbox/notice.server";
import { allTold, type PlanTold, toldOf } from "~/features/leaving/services/outbox/notice-told";
import {
  keepPriceChange,
  priceChangeId,
  priceChangesOf,
} from "~/features/leaving/store/price-changes.server";
import { readEntry } from "~/platform/outbox/store/document.server";
import { pagesOf } from "~/platform/outbox/store/operations.server";
import { unlessMalformed } from "~/platform/upstream/upstream.server";
import { day } from "~/platform/values/durations";

/** `refused`: their letter was taken by no mailbox. */
const none = { mustBeTold: 0, told: 0, refused: 0, mustAgree: 0, agreed: 0 };

/** What an announcement means for those who have signed in once. Billing must tell the others (docs/law.md). */
export interface Announcement {
  change: PriceChange;
  /** Active subscriptions of the plan. */
  onPlan: number;
  /** Uids of those whose plans could not be read as a whole: of theirs, only those count that a run has seen. */
  unread: Set<string>;
  /** Counts of the subscriptions whose owner a law says must be told, by place. */
  byPlace: Map<string, typeof none>;
  /** The subscriptions that the price may hold for only with consent, by id. Who sees one may have several accounts. */
  consents: Map<string, { place: string; isGiven: boolean; at: number | null }>;
  /** Places whose window has closed, or `everywhere`: there the price cannot begin on that day. `earliest` is the first day that can. */
  tooLate: Map<string, { earliest: number }>;
}

const atOnce = 8;

/**
 * Counts whom a new price concerns. With `commit` it announces the price to them. Run again, it counts who was told.
 * @throws UpstreamError if Firestore or the subscription service fails; what is done stays done
 */
export async function announcePrice(
  priced: Omit<PriceChange, "id">,
  { commit, now }: { commit: boolean; now: number },
): Promise<Announcement> {
  // One that was announced in time stays so, whether it was written 2 or 2.00. Whoever has subscribed since knew it.
  const announced = await priceChangesOf(priced.planCode);
  const same = announced.find((one) => isSame(one, priced));
  const isAnnounced = same !== undefined;
  const change = same ?? { ...priced, id: priceChangeId(priced, onDay(priced.from)) };
  const found: Announcement = {
    ...{ change, onPlan: 0, unread: new Set() },
    ...{ byPlace: new Map(), consents: new Map(), tooLate: new Map() },
  };
  if (!isAnnounced && priced.from <= now) found.tooLate.set("everywhere", { earliest: now + day });
  const concerned = new Set<string>();
  // Those who have signed in once.
  for await (const page of pagesOf(notices, (all) => all.orderBy("__name__")))
    await pMap(
      page,
      async (document) => {
        const { entry } = readEntry(notices, document.data());
        if (!entry) return;
        const { uid } = entry.payload;
        for (const plan of await onPlanOf(uid, allTold(entry), priced.planCode, found.unread)) {
          found.onPlan += 1;
          if (count(found, plan, { announced, isAnnounced, now })) concerned.add(uid);
        }
      },
      { concurrency: atOnce },
    );
  if (commit && found.tooLate.size === 0) {
    await keepPriceChange(change);
    await pMap(concerned, wakeNotices, { concurrency: atOnce });
  }
  return found;
}

const isSame = (one: PriceChange, { amount, currency, from }: Omit<PriceChange, "id">): boolean =>
  Number(one.amount) === Number(amount) && one.currency === currency && one.from === from;

const onDay = (at: number) => new Date(at).toISOString().slice(0, 10);

/** An active subscription to the plan, what its owner was told, where they live and what it costs now. */
type OnPlan = { told: PlanTold; place: string | null } & Pick<Subscription, "price">;

/** Somebody's active subscriptions to a plan, also those that no run has seen yet. */
async function onPlanOf(
  uid: string,
  before: readonly PlanTold[],
  planCode: string,
  unread: Set<string>,
): Promise<OnPlan[]> {
  const { main, plans } = await unlessMalformed(renewingKnown(uid, before), () => {
    unread.add(uid);
    return renewingTold(before);
  });
  return Promise.all(
    plans
      .filter((plan) => plan.planCode === planCode)
      .map(async ({ id, country, price }) => ({
        told: toldOf(before, id),
        price,
        place: country ?? main?.country ?? (await settingsOf(uid)).place,
      })),
  );
}

/** @returns whether a law says that the owner of the subscription must be told */
function count(
  { change, byPlace, consents, tooLate }: Announcement,
  { told: { subscriptionId, keys, refused, agreed }, place, price }: OnPlan,
  {
    announced,
    isAnnounced,
    now,
  }: { announced: readonly PriceChange[]; isAnnounced: boolean; now: number },
): boolean {
  const { place: law, notices: rules } = obligationsOn(place, now, lengthsOf(change.planCode));
  const byPrice = rules.filter(({ about }) => about === "price");
  if (byPrice.length === 0) return false;
  const key = `price-${change.id}`;
  const isTold = keys.includes(key);
  const isRefused = refused.includes(key);
  const closes = Math.max(...byPrice.map((rule) => rule.closes));
  if (!isTold && !isAnnounced && change.from - closes * day <= now)
    tooLate.set(law, { earliest: now + (closes + 1) * day });
  const consent = agreed.find(({ id }) => id === change.id);
  const isGiven = consent !== undefined;
  // Once it has begun, who has agreed pays it already.
  const asksConsent =
    byPrice.some(({ consent }) => consent) && (isGiven || isRise(change, { price }, announced));
  const known = consents.get(subscriptionId);
  const isNew = asksConsent && !known;
  const isNewlyGiven = asksConsent && isGiven && !known?.isGiven;
  if (isNew || isNewlyGiven)
    consents.set(subscriptionId, { place: known?.place ?? law, isGiven, at: consent?.at ?? null });
  const before = byPlace.get(law) ?? none;
  byPlace.set(law, {
    mustBeTold: before.mustBeTold + 1,
    told: before.told + Number(isTold && !isRefused),
    refused: before.refused + Number(isRefused),
    mustAgree: before.mustAgree + Number(isNew),
    agreed: before.agreed + Number(isNewlyGiven),
  });
  return true;
}

/** For billing: each subscription that needs consent to the price, and whether it was given. */
export const listConsents = ({ consents }: Announcement): string[] =>
  [...consents]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([subscriptionId, { place, isGiven, at }]) =>
      JSON.stringify({
        subscription: subscriptionId,
        place,
        agreed: isGiven,
        ...(at !== null && { at: new Date(at).toISOString() }),
      }),
    );

/** The announcement as lines of text for the operator. */
export function describeAnnouncement(
  { change, onPlan, unread, byPlace, tooLate }: Announcement,
  commit: boolean,
): string[] {
  const { planCode, amount, currency, from } = change;
  const late = [...tooLate].map(
    ([place, { earliest }]) =>
      `${place}: too late to announce it; the earliest day is ${onDay(earliest)}`,
  );
  const places = [...byPlace]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([place, { mustBeTold, told, refused, mustAgree, agreed }]) =>
        `${place}: ${mustBeTold} to be told, ${told} told${refused > 0 ? `, ${refused} whose mailbox refused the letter` : ""}${mustAgree > 0 ? `; ${mustAgree} must agree, ${agreed} have: do not charge the others the new price (--list names them)` : ""}`,
    );
  const outcome =
    tooLate.size > 0
      ? "nothing is announced"
      : commit
        ? "announced: each is told within the window of their place"
        : "a dry run: --commit announces it";
  return [
    `${planCode}: ${amount} ${currency} from ${onDay(from)}`,
    `${onPlan} active subscriptions of people who have signed in once`,
    ...(unread.size > 0
      ? [`of ${unread.size} people, plans bought since their last look could not be read`]
      : []),
    ...places,
    ...late,
    outcome,
  ];
}
