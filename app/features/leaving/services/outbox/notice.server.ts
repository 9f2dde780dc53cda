import { randomUUID } from "node:crypto";
import { accountByUid } from "~/features/account/identity.server";
import { writtenTo } from "~/features/account/language.server";
import { otherPlans } from "~/features/account/other-plans";
import { settingsOf } from "~/features/account/settings.server";
import { findMainSubscription, type Subscription } from "~/features/account/subscription";
import { subscriptionById, subscriptionsOf } from "~/features/account/subscriptions.server";
import type { NoticeRule } from "~/features/leaving/rules/law";
import {
  comingNotices,
  type LegalNotice,
  lengthsOf,
  sendingTime,
  trialToAgree,
  wakesAt,
} from "~/features/leaving/rules/notices";
import { cancellationKeyOf } from "~/features/leaving/services/cancellation-key.server";
import { keepWish } from "~/features/leaving/services/cancellation-wish.server";
import { noticeMail } from "~/features/leaving/services/notice-mails.server";
import { nextRuleAt, obligationsOn } from "~/features/leaving/services/obligations.server";
import { cancellations, orderFor } from "~/features/leaving/services/outbox/cancellation.server";
import {
  allTold,
  hasAgreed,
  type NoticesPayload,
  type NoticesProgress,
  noticesPayload,
  noticesProgress,
  type PlanTold,
  toldOf,
  withTold,
} from "~/features/leaving/services/outbox/notice-told";
import { dueOf } from "~/features/leaving/services/outbox/open-declaration/due.server";
import { openDeclarationOf } from "~/features/leaving/services/outbox/open-declaration/lookup.server";
import { renewalOf } from "~/features/leaving/services/outbox/renewal.server";
import { priceChangesOf } from "~/features/leaving/store/price-changes.server";
import { deliverLetter } from "~/platform/outbox/letter.server";
import { revokeLease } from "~/platform/outbox/outbox";
import { carryOut, type OutboxKind, type Run, type Verdict } from "~/platform/outbox/runner.server";
import { newEntry } from "~/platform/outbox/store/keep.server";
import { decideEntry, entryAt } from "~/platform/outbox/store/transaction.server";
import { day, hour, minute, week } from "~/platform/values/durations";
import { inBackground } from "~/platform/work/background.server";

/**
 * What the law of a subscriber's place says that they must be told of each plan that renews, in `notices/{uid}`
 * (docs/law.md#notices). It stays open for good: each run sends what is due, and waits for the next window.
 */
export const notices: OutboxKind<NoticesPayload, NoticesProgress, never> = {
  name: "notice",
  collection: "notices",
  payload: noticesPayload,
  progress: noticesProgress,
  // Account, subscriptions, settings and prices take up to 15 s, what is known of a cancellation 6 s, a letter 6.5 s.
  lease: minute,
  backOff: { first: minute, most: hour },
  askPersonAfter: day,
  stopsThen: false,
  isStanding: true,
  concurrency: 8,
  rate: { max: 40, duration: 1_000 },
  handle: tell,
};

type Telling = Run<NoticesPayload, NoticesProgress, never>;
type Verdicts = Verdict<NoticesPayload, NoticesProgress, never>;

/** The entry of a subscriber is named by their uid. */
export const noticesEntryOf = (uid: string) => entryAt(notices, uid);

/** Begins the entry at somebody's first sign-in. Later sign-ins wake it if it sleeps. */
export function beginNotices(uid: string): Promise<void> {
  return decideEntry(
    notices,
    uid,
    ({ entry, malformed }, now) => {
      // Where nothing renews it sleeps longer than a week.
      if (malformed || (entry?.dueAt && entry.dueAt <= now + week)) return { result: undefined };
      if (entry) return { next: { ...entry, dueAt: now, updatedAt: now }, result: undefined };
      const fresh = newEntry(
        notices,
        {
          key: randomUUID(),
          payload: { uid, subscriptionId: null },
          progress: { plans: [] },
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
 * The subscriber agrees to a change of a plan that needs it.
 * @param change the id of a new price, or the key of the notice of a trial's end
 * @param words what they agree to, as it was shown
 */
export function agreeTo(
  uid: string,
  { subscriptionId, change, words }: { subscriptionId: string; change: string; words: string },
): Promise<void> {
  return decideEntry(
    notices,
    uid,
    ({ entry }, now) => {
      if (!entry) return { result: undefined };
      const all = allTold(entry);
      const told = toldOf(all, subscriptionId);
      if (hasAgreed(told, change)) return { result: undefined };
      const agreed = [...told.agreed, { id: change, at: now, words }];
      const progress = { plans: withTold(all, [{ ...told, agreed }]) };
      // A run that is about to cancel the trial has not seen the press.
      return { next: { ...revokeLease(entry), progress, updatedAt: now }, result: undefined };
    },
    uid,
  );
}

/** Whether a plan of somebody's renews of which the law of its place asks to tell them. @throws UpstreamError */
export async function areNoticesOwed(uid: string): Promise<boolean> {
  const entry = await noticesEntryOf(uid);
  const known = entry ? allTold(entry) : [];
  const asked = await Promise.all(known.map((one) => subscriptionById(one.subscriptionId)));
  const found = asked.filter((one) => one !== undefined);
  const main = findMainSubscription(found);
  return found.some(({ status, country, planCode }) => {
    // Where they have said that they live is erased by then.
    const place = country ?? main?.country ?? null;
    const { notices: rules } = obligationsOn(place, Date.now(), lengthsOf(planCode));
    return status === "active" && rules.length > 0;
  });
}

/** Where nothing renews it is looked again: billing may resume a plan without a sign-in. */
const whileNothingRenews = 30 * day;

/** A notice of a plan that is being left waits: the declaration may be stopped, and billing may refuse. */
const whileLeaving = day / 4;

/** A plan that renews, and what its owner was told of it. */
interface Plan {
  subscription: Subscription;
  isOther: boolean;
  main: Subscription | undefined;
  told: PlanTold;
  rules: readonly NoticeRule[];
  zones: readonly string[];
  nextRule: number;
}

async function tell(run: Telling): Promise<Verdicts> {
  const { uid } = run.entry.payload;
  const before = allTold(run.entry);
  const now = Date.now();
  const plans = await renewingPlans(uid, before, now);
  if (plans.length === 0) return { end: "later", dueAt: now + whileNothingRenews };
  const all = withTold(
    before,
    plans.map(({ told }) => told),
  );
  const coming = (await Promise.all(plans.map((plan) => noticesOf(plan, uid, now)))).flat();
  const endings = plans.flatMap((plan) => endOfTrial(plan, now));
  let next = Math.min(
    ...plans.map(({ nextRule }) => wakesAt(now, nextRule)),
    ...[...coming, ...endings].map(({ dueAt }) => dueAt).filter((at) => at > now),
  );
  for (const { plan, dueAt } of endings) {
    if (dueAt > now) continue;
    next = Math.min(next, now + hour);
    if ((await renewalOf(plan.subscription)) !== "active") continue;
    // Throws if the lease has passed on: the subscriber may have agreed.
    await run.saveProgress({ progress: { plans: all } });
    await cancelTrial(plan, uid);
  }
  for (const one of coming.sort((a, b) => a.dueAt - b.dueAt)) {
    if (one.dueAt > now) break;
    const { subscription } = one.plan;
    const to = subscription.emails.at(-1);
    if (!to) continue;
    if (await isLeaving(subscription, one.notice)) next = Math.min(next, now + whileLeaving);
    else return send(run, { ...one, to, all });
  }
  return { end: "later", dueAt: next, progress: { plans: all } };
}

/** Sends one notice. What else is due follows at once. */
async function send(
  run: Telling,
  {
    plan: { subscription, isOther, main, told, rules, zones },
    notice,
    to,
    all,
  }: { plan: Plan; notice: LegalNotice; to: string; all: readonly PlanTold[] },
): Promise<Verdicts> {
  const { uid } = run.entry.payload;
  const now = Date.now();
  // Throws if the lease has passed on.
  await run.saveProgress({ progress: { plans: [...all] } });
  const trial = notice.about === "trial" ? trialToAgree(rules, subscription, now) : undefined;
  const asks = trial !== undefined && now + timeToAgree <= trial.lastCallAt;
  const said = trial && !asks ? { ...notice, needsConsent: false } : notice;
  const id = `notice-${run.entry.key}-${encodeURIComponent(subscription.id)}-${notice.key}`;
  const mail = await writtenTo({ uid }, () =>
    noticeMail(said, { to, id, subscription, isOther, canSignIn: main !== undefined, zones }),
  );
  const letter = await deliverLetter(notices.name, mail);
  if (letter.end === "again") return letter;
  const since: PlanTold = {
    ...told,
    keys: [...told.keys, notice.key],
    refused: letter.end === "refused" ? [...told.refused, notice.key] : told.refused,
    yearAt: notice.about === "year" ? now : told.yearAt,
    // Who is told of another end too late to answer was not asked about that.
    askedAt: trial ? (asks ? now : null) : told.askedAt,
  };
  return { end: "later", dueAt: now, progress: { plans: withTold(all, [since]) } };
}

/** A subscriber with less time than this before the last call is told of the end, and not asked. */
const timeToAgree = day / 2;

/** When a trial is canceled whose subscriber was asked to agree, and has not; none if that does not apply. */
function endOfTrial(plan: Plan, now: number): { plan: Plan; dueAt: number }[] {
  const { told, subscription, rules } = plan;
  const trial = trialToAgree(rules, subscription, now);
  if (!trial || told.askedAt === null || !told.keys.includes(trial.key)) return [];
  return hasAgreed(told, trial.key) ? [] : [{ plan, dueAt: trial.lastCallAt }];
}

/** Without consent the law allows no charge, and only canceling prevents it. Nobody has declared anything. */
async function cancelTrial({ subscription, main }: Plan, uid: string): Promise<void> {
  const pressedAt = Date.now();
  const { claim } = await keepWish({
    subscriptionId: subscription.id,
    order: { ...orderFor(subscription, main), uid },
    pressedAt,
    key: cancellationKeyOf(subscription.id, pressedAt),
  });
  if (claim) inBackground("cancellation", carryOut(cancellations, claim).finished);
}

/**
 * Whether a plan does not come to what a notice announces, as far as is known: billing is asked to cancel it, or somebody has
 * declared that they leave by then.
 */
async function isLeaving({ id }: Subscription, { eventAt }: LegalNotice): Promise<boolean> {
  const asked = await subscriptionById(id);
  if (asked?.status !== "active" || (await renewalOf(asked)) !== "active") return true;
  const open = await openDeclarationOf(asked.id);
  // After an objection nothing happens without a press.
  if (!open || open.progress.needsLink) return false;
  return dueOf(open.payload, asked, open.progress.receipt) <= eventAt;
}

/** The plans that renew, the main one first, with what was told of them and what the law of their place asks. */
async function renewingPlans(
  uid: string,
  before: readonly PlanTold[],
  now: number,
): Promise<Plan[]> {
  const all = await subscriptionsKnown(uid, before);
  const main = findMainSubscription(all);
  const renewing = [...(main ? [main] : []), ...otherPlans(all)].filter(
    ({ status }) => status === "active",
  );
  const isUnsaid = renewing.some(({ country }) => (country ?? main?.country) === undefined);
  const said = isUnsaid ? (await settingsOf(uid)).place : null;
  return renewing.map((subscription) => {
    const place = subscription.country ?? main?.country ?? said;
    const { notices: rules, zones } = obligationsOn(place, now, lengthsOf(subscription.planCode));
    const told = toldOf(before, subscription.id);
    const isOther = subscription.id !== main?.id;
    return { subscription, isOther, main, told, rules, zones, nextRule: nextRuleAt(place, now) };
  });
}

/** The subscriptions of the account, and those that were known before, asked for by their ids. */
async function subscriptionsKnown(
  uid: string,
  before: readonly PlanTold[],
): Promise<Subscription[]> {
  const account = await accountByUid(uid);
  const listed = account?.email
    ? await subscriptionsOf({ uid, email: account.email }, { fresh: true })
    : [];
  const ids = before.map(({ subscriptionId }) => subscriptionId);
  const missing = ids.filter((known) => !listed.some(({ id }) => id === known));
  const found = await Promise.all(missing.map(subscriptionById));
  return [...listed, ...found.filter((one) => one !== undefined)];
}

/** What somebody is to be told of a plan, and when it is sent. */
async function noticesOf(
  plan: Plan,
  uid: string,
  now: number,
): Promise<{ plan: Plan; notice: LegalNotice; dueAt: number }[]> {
  const { subscription, rules, told } = plan;
  if (rules.length === 0) return [];
  const prices = rules.some(({ about }) => about === "price")
    ? await priceChangesOf(subscription.planCode)
    : [];
  return comingNotices(rules, subscription, { told, prices, now }).map((notice) => ({
    plan,
    notice,
    dueAt: sendingTime(notice, uid),
  }));
}
