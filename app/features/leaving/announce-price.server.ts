import pMap from "p-map";
import { settingsOf } from "~/features/account/settings.server";
import { subscriptionById } from "~/features/account/subscriptions.server";
import { lengthsOf, type PriceChange } from "~/features/leaving/rules/notices";
import { obligationsOn } from "~/features/leaving/services/obligations.server";
import { notices, wakeNotices } from "~/features/leaving/services/outbox/notice.server";
import {
  keepPriceChange,
  priceChangeId,
  priceChangesOf,
} from "~/features/leaving/store/price-changes.server";
import { readEntry } from "~/platform/outbox/store/document.server";
import { inFirestore } from "~/platform/store/firestore.server";
import { day } from "~/platform/values/durations";

/** What an announcement means for those who have signed in once. Billing must tell the others (docs/law.md). */
export interface Announcement {
  change: PriceChange;
  /** Active subscriptions of the plan. */
  onPlan: number;
  /** Counts of the subscribers whom a law says must be told, by place. */
  byPlace: Map<string, { mustBeTold: number; told: number; mustAgree: number; agreed: number }>;
  /** Places whose window has closed: there the price cannot begin on that day. `earliest` is the first day that can. */
  tooLate: Map<string, { earliest: number }>;
}

const pageSize = 250;
const atOnce = 8;

/**
 * Counts whom a new price concerns. With `commit` it announces the price to them. Run again, it counts who was told.
 * @throws UpstreamError if Firestore or the subscription service fails; what is done stays done
 */
export async function announcePrice(
  priced: Omit<PriceChange, "id">,
  { commit, now }: { commit: boolean; now: number },
): Promise<Announcement> {
  const firstDay = new Date(priced.from).toISOString().slice(0, 10);
  const change = { ...priced, id: priceChangeId(priced, firstDay) };
  // A price that was announced in time stays so. Whoever has subscribed since knew it.
  const isAnnounced = (await priceChangesOf(change.planCode)).some(({ id }) => id === change.id);
  const found: Announcement = { change, onPlan: 0, byPlace: new Map(), tooLate: new Map() };
  const concerned: string[] = [];
  for await (const page of pagesOfNotices())
    await pMap(
      page,
      async ({ uid, subscriptionId, keys, agreed }) => {
        const subscription = await subscriptionById(subscriptionId);
        if (subscription?.status !== "active" || subscription.planCode !== priced.planCode) return;
        found.onPlan += 1;
        const place = subscription.country ?? (await settingsOf(uid)).place;
        const { place: law, notices: rules } = obligationsOn(
          place,
          now,
          lengthsOf(priced.planCode),
        );
        const byPrice = rules.filter(({ about }) => about === "price");
        if (byPrice.length === 0) return;
        concerned.push(uid);
        const isTold = keys.includes(`price-${change.id}`);
        const closes = Math.max(...byPrice.map((rule) => rule.closes));
        if (!isTold && !isAnnounced && change.from - closes * day <= now)
          found.tooLate.set(law, { earliest: now + (closes + 1) * day });
        const asksConsent = byPrice.some(({ consent }) => consent);
        const count = found.byPlace.get(law) ?? { mustBeTold: 0, told: 0, mustAgree: 0, agreed: 0 };
        count.mustBeTold += 1;
        count.told += Number(isTold);
        count.mustAgree += Number(asksConsent);
        count.agreed += Number(asksConsent && agreed.includes(change.id));
        found.byPlace.set(law, count);
      },
      { concurrency: atOnce },
    );
  if (commit && found.tooLate.size === 0) {
    await keepPriceChange(change);
    await pMap(concerned, wakeNotices, { concurrency: atOnce });
  }
  return found;
}

interface Known {
  uid: string;
  subscriptionId: string;
  keys: readonly string[];
  agreed: readonly string[];
}

/** Those who have signed in once, in pages. */
async function* pagesOfNotices(): AsyncGenerator<Known[]> {
  let last: string | undefined;
  do {
    const after = last;
    const { docs } = await inFirestore("read", (database) => {
      const all = database.collection(notices.collection).orderBy("__name__");
      return (after === undefined ? all : all.startAfter(after)).limit(pageSize).get();
    });
    yield docs.flatMap((document) => {
      const { entry } = readEntry(notices, document.data());
      if (!entry || entry.payload.subscriptionId === null) return [];
      const { payload, progress } = entry;
      return [{ uid: payload.uid, subscriptionId: entry.payload.subscriptionId, ...progress }];
    });
    last = docs.length === pageSize ? docs.at(-1)?.id : undefined;
  } while (last !== undefined);
}

/** The announcement as lines of text for the operator. */
export function describeAnnouncement(
  { change, onPlan, byPlace, tooLate }: Announcement,
  commit: boolean,
): string[] {
  const onDay = (at: number) => new Date(at).toISOString().slice(0, 10);
  const { planCode, amount, currency, from } = change;
  const late = [...tooLate].map(
    ([place, { earliest }]) =>
      `${place}: too late, its window has closed; the earliest day is ${onDay(earliest)}`,
  );
  const places = [...byPlace]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([place, { mustBeTold, told, mustAgree, agreed }]) =>
        `${place}: ${mustBeTold} to be told, ${told} told${mustAgree > 0 ? `; ${mustAgree} must agree, ${agreed} have: do not charge the others the new price` : ""}`,
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
    ...places,
    ...late,
    outcome,
  ];
}
