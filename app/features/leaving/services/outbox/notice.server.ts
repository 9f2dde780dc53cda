import { randomUUID } from "node:crypto";
import { z } from "zod";
import { accountByUid } from "~/features/account/identity.server";
import { writtenTo } from "~/features/account/language.server";
import { settingsOf } from "~/features/account/settings.server";
import { findMainSubscription, type Subscription } from "~/features/account/subscription";
import { subscriptionById, subscriptionsOf } from "~/features/account/subscriptions.server";
import type { NoticeRule } from "~/features/leaving/rules/law";
import {
  comingNotices,
  type LegalNotice,
  lengthsOf,
  sendingTime,
  type ToldNotices,
  trialToAgree,
  wakesAt,
} from "~/features/leaving/rules/notices";
import { cancellationKeyOf } from "~/features/leaving/services/cancellation-key.server";
import { keepWish } from "~/features/leaving/services/cancellation-wish.server";
import { noticeMail } from "~/features/leaving/services/notice-mails.server";
import { nextRuleAt, obligationsOn } from "~/features/leaving/services/obligations.server";
import { cancellations, orderFor } from "~/features/leaving/services/outbox/cancellation.server";
import { priceChangesOf } from "~/features/leaving/store/price-changes.server";
import { deliverLetter } from "~/platform/outbox/letter.server";
import { revokeLease } from "~/platform/outbox/outbox";
import { carryOut, type OutboxKind, type Run, type Verdict } from "~/platform/outbox/runner.server";
import { newEntry } from "~/platform/outbox/store/keep.server";
import { decideEntry, entryAt } from "~/platform/outbox/store/transaction.server";
import { day, hour, minute } from "~/platform/values/durations";
import { inBackground } from "~/platform/work/background.server";

const payload = z.object({
  uid: z.string().min(1),
  /** The main subscription; null until it is looked up. */
  subscriptionId: z.string().nullable(),
});

const progress = z.object({
  /** Keys of the notices that were sent for this subscription. */
  keys: z.array(z.string()),
  yearAt: z.number().nullable(),
  /** Ids of the new prices that the subscriber has agreed to. */
  agreed: z.array(z.string()).default([]),
  /** When the subscriber was asked whether their trial may become a plan. */
  askedAt: z.number().nullable().default(null),
});

const nothingTold: ToldNotices = { keys: [], yearAt: null };

/**
 * What the law of a subscriber's place says that they must be told, in `notices/{uid}` (docs/law.md#notices). It stays open for
 * good: each run sends what is due, and waits for the next window.
 */
export const notices: OutboxKind<z.output<typeof payload>, z.output<typeof progress>, never> = {
  name: "notice",
  collection: "notices",
  payload,
  progress,
  // Account, subscription, settings and prices take up to 12 s, a letter 6.5 s.
  lease: minute,
  backOff: { first: minute, most: hour },
  askPersonAfter: day,
  stopsThen: false,
  isStanding: true,
  concurrency: 8,
  rate: { max: 40, duration: 1_000 },
  handle: tell,
};

type Telling = Run<z.output<typeof payload>, z.output<typeof progress>, never>;
type Verdicts = Verdict<z.output<typeof payload>, z.output<typeof progress>, never>;

/** The entry of a subscriber is named by their uid. */
export const noticesEntryOf = (uid: string) => entryAt(notices, uid);

/** Begins the entry at somebody's first sign-in. Later sign-ins wake it if it sleeps. */
export function beginNotices(uid: string): Promise<void> {
  return decideEntry(
    notices,
    uid,
    ({ entry, malformed }, now) => {
      if (malformed || (entry && entry.dueAt !== null)) return { result: undefined };
      if (entry) return { next: { ...entry, dueAt: now, updatedAt: now }, result: undefined };
      const fresh = newEntry(
        notices,
        {
          key: randomUUID(),
          payload: { uid, subscriptionId: null },
          progress: { keys: [], yearAt: null, agreed: [], askedAt: null },
          runsInBackground: true,
        },
        now,
      );
      return { next: { ...fresh, lease: 0 }, result: undefined };
    },
    uid,
  );
}

/** A new price was announced, or a place was said: what is due is looked up soon. */
export function wakeNotices(uid: string): Promise<void> {
  return decideEntry(notices, uid, ({ entry }, now) =>
    // A run at this moment may have read the prices, or the place, before.
    entry?.state === "open"
      ? { next: { ...revokeLease(entry), dueAt: now, updatedAt: now }, result: undefined }
      : { result: undefined },
  );
}

/**
 * The subscriber agrees to a change that needs it.
 * @param change the id of a new price, or the key of the notice of a trial's end
 */
export function agreeTo(uid: string, change: string): Promise<void> {
  return decideEntry(
    notices,
    uid,
    ({ entry }, now) => {
      if (!entry || entry.progress.agreed.includes(change)) return { result: undefined };
      const progress = { ...entry.progress, agreed: [...entry.progress.agreed, change] };
      // A run that is about to cancel the trial has not seen the press.
      return { next: { ...revokeLease(entry), progress, updatedAt: now }, result: undefined };
    },
    uid,
  );
}

async function tell(run: Telling): Promise<Verdicts> {
  const { uid } = run.entry.payload;
  const subscription = await currentSubscription(run);
  // Without an active subscription there is nothing to tell. The next sign-in wakes the entry.
  if (!subscription) return { end: "later", dueAt: null };
  const { progress, key } = run.entry;
  const isAnother = subscription.id !== run.entry.payload.subscriptionId;
  const told = isAnother ? nothingTold : { keys: progress.keys, yearAt: progress.yearAt };
  const payload = { uid, subscriptionId: subscription.id };
  const now = Date.now();
  const { rules, zones, nextRule } = await rulesFor(subscription, uid, now);
  const [next] = await noticesFor(subscription, { rules, told, now });
  // The question about an earlier subscription was about another trial.
  const ending = isAnother ? undefined : endOfTrial(run.entry, subscription, rules);
  if (ending !== undefined && ending <= now) {
    await run.saveProgress({ payload });
    await cancelTrial(subscription, uid);
    return { end: "later", dueAt: null };
  }
  const sleeps = (until: number, { keys, yearAt } = told): Verdicts => ({
    end: "later",
    dueAt: Math.min(until, wakesAt(now, nextRule), ending ?? until),
    payload,
    progress: { keys: [...keys], yearAt },
  });
  if (!next) return sleeps(Number.POSITIVE_INFINITY);
  const dueAt = sendingTime(next, uid);
  if (now < dueAt) return sleeps(dueAt);
  const to = subscription.emails.at(-1);
  if (!to) return sleeps(next.closesAt);
  // Throws if the lease has passed on. A question about another trial does not count for this one.
  await run.saveProgress({ payload, ...(isAnother && { progress: { askedAt: null } }) });
  const trial = next.about === "trial" ? trialToAgree(rules, subscription, now) : undefined;
  const asks = trial !== undefined && now + timeToAgree <= trial.lastCallAt;
  const notice = trial && !asks ? { ...next, needsConsent: false } : next;
  const mail = await writtenTo({ uid }, () =>
    noticeMail(notice, { to, id: `notice-${key}-${next.key}`, subscription, zones }),
  );
  const letter = await deliverLetter(notices.name, mail);
  if (letter.end === "again") return letter;
  const yearAt = next.about === "year" ? now : told.yearAt;
  if (asks) await run.saveProgress({ progress: { askedAt: now } });
  return sleeps(now, { keys: [...told.keys, next.key], yearAt });
}

/** A subscriber with less time than this before the last call is told of the end, and not asked. */
const timeToAgree = day / 2;

/** When a trial is canceled whose subscriber was asked to agree, and has not; undefined if that does not apply. */
function endOfTrial(
  { progress: { keys, agreed, askedAt } }: Telling["entry"],
  subscription: Subscription,
  rules: readonly NoticeRule[],
): number | undefined {
  const trial = trialToAgree(rules, subscription, Date.now());
  if (!trial || askedAt === null || !keys.includes(trial.key) || agreed.includes(trial.key))
    return undefined;
  return trial.lastCallAt;
}

/** Without consent the law allows no charge, and only canceling prevents it. Nobody has declared anything. */
async function cancelTrial(subscription: Subscription, uid: string): Promise<void> {
  const pressedAt = Date.now();
  const { claim } = await keepWish({
    subscriptionId: subscription.id,
    order: { ...orderFor(subscription), uid },
    pressedAt,
    key: cancellationKeyOf(subscription.id, pressedAt),
  });
  if (claim) inBackground("cancellation", carryOut(cancellations, claim).finished);
}

/** The active main subscription, asked for by its id; where that has ended, another of the account. */
async function currentSubscription({
  entry: {
    payload: { uid, subscriptionId },
  },
}: Telling): Promise<Subscription | undefined> {
  const known = subscriptionId === null ? undefined : await subscriptionById(subscriptionId);
  if (known?.status === "active") return known;
  const account = await accountByUid(uid);
  if (!account?.email) return undefined;
  const all = await subscriptionsOf({ uid, email: account.email }, { fresh: true });
  const main = findMainSubscription(all);
  return main?.status === "active" ? main : undefined;
}

/** What the law of a subscriber's place says that they must be told. */
async function rulesFor(
  { country, planCode }: Subscription,
  uid: string,
  now: number,
): Promise<{ rules: readonly NoticeRule[]; zones: readonly string[]; nextRule: number }> {
  const place = country ?? (await settingsOf(uid)).place;
  const { notices: rules, zones } = obligationsOn(place, now, lengthsOf(planCode));
  return { rules, zones, nextRule: nextRuleAt(place, now) };
}

/** What a subscriber is to be told, the next first. */
async function noticesFor(
  subscription: Subscription,
  { rules, told, now }: { rules: readonly NoticeRule[]; told: ToldNotices; now: number },
): Promise<LegalNotice[]> {
  if (rules.length === 0) return [];
  const prices = rules.some(({ about }) => about === "price")
    ? await priceChangesOf(subscription.planCode)
    : [];
  return comingNotices(rules, subscription, { told, prices, now });
}
