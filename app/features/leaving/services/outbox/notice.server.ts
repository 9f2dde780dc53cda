import { randomUUID } from "node:crypto";
import { accountByUid } from "~/features/account/identity.server";
import { writtenTo } from "~/features/account/language.server";
import { otherPlans } from "~/features/account/other-plans";
import { settingsOf } from "~/features/account/settings.server";
import {
  findMainSubscription,
  namedDateOf,
  type Subscription,
} from "~/features/account/subscription";
import { subscriptionById, subscriptionsOf } from "~/features/account/subscriptions.server";
import type { NoticeRule, PlanLengths } from "~/features/leaving/rules/law";
import {
  comingNotices,
  isTrialKey,
  type LegalNotice,
  lengthsNow,
  namedSince,
  sendingTime,
  trialEndOf,
  trialToAgree,
  wakesAt,
} from "~/features/leaving/rules/notices";
import { keepAndCarryOut } from "~/features/leaving/services/cancellation-wish.server";
import { noticeMail } from "~/features/leaving/services/notice-mails.server";
import { nextRuleAt, obligationsOn } from "~/features/leaving/services/obligations.server";
import { orderFor } from "~/features/leaving/services/outbox/cancellation.server";
import {
  allTold,
  hasAgreed,
  hasAgreedToTrial,
  isAskedOfTrial,
  isEndingUnagreed,
  type NoticesPayload,
  type NoticesProgress,
  noticesPayload,
  noticesProgress,
  type PlanTold,
  progressOf,
  toldOf,
  withTold,
} from "~/features/leaving/services/outbox/notice-told";
import { dueOf } from "~/features/leaving/services/outbox/open-declaration/due.server";
import { openDeclarationOf } from "~/features/leaving/services/outbox/open-declaration/kind.server";
import { renewalOf } from "~/features/leaving/services/outbox/renewal.server";
import { priceChangesOf } from "~/features/leaving/store/price-changes.server";
import { deliverLetter } from "~/platform/outbox/letter.server";
import { revokeLease } from "~/platform/outbox/outbox";
import type { OutboxKind, Run, Verdict } from "~/platform/outbox/runner.server";
import { newEntry } from "~/platform/outbox/store/keep.server";
import { decideEntry, entryAt, foundAt } from "~/platform/outbox/store/transaction.server";
import { unlessDown, unlessMalformed } from "~/platform/upstream/upstream.server";
import { day, hour, minute } from "~/platform/values/durations";

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
  // A trial that nobody has agreed to pay for is canceled within the hour before billing may charge it.
  backOff: { first: minute, most: 30 * minute },
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

/** What is due sooner than this comes soon enough. */
const soon = 3 * hour;

/** Begins the entry at a first sign-in. Later ones wake it where a plan renews that the last run did not see. */
export async function beginNotices(uid: string): Promise<void> {
  // The sign-in has just asked for them, so they are not asked for again.
  const all = await unlessDown(ownerBy(uid).then((owner) => accountSubscriptions(owner)));
  const renewing = all && renewingOf(all).plans.map(({ id }) => id);
  return decideEntry(
    notices,
    uid,
    ({ entry, malformed }, now) => {
      if (malformed || (entry && !wakesAtSignIn(entry, renewing, now)))
        return { result: undefined };
      if (entry) return { next: { ...entry, dueAt: now, updatedAt: now }, result: undefined };
      const fresh = newEntry(
        notices,
        {
          key: randomUUID(),
          payload: { uid, subscriptionId: null },
          progress: progressOf([], { mainId: null, renewing: null }),
          runsInBackground: true,
        },
        now,
      );
      return { next: { ...fresh, lease: 0 }, result: undefined };
    },
    uid,
  );
}

/** @param renewing ids of the plans that renew now; undefined: nobody can say */
function wakesAtSignIn(
  { state, dueAt, progress: { renewing: before } }: Telling["entry"],
  renewing: readonly string[] | undefined,
  now: number,
): boolean {
  if (state !== "open" || dueAt === null) return state === "open";
  if (dueAt <= now + soon) return false;
  if (before === null) return true;
  return renewing?.some((id) => !before.includes(id)) ?? before.length === 0;
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
 * @returns false where it comes too late: the trial is being canceled
 */
export function agreeTo(
  uid: string,
  {
    plan,
    change,
    words,
  }: { plan: Pick<Subscription, "id" | "startedAt">; change: string; words: string },
): Promise<boolean> {
  return decideEntry(
    notices,
    uid,
    ({ entry }, now) => {
      if (!entry) return { result: false };
      const all = allTold(entry);
      const told = toldOf(all, plan.id);
      if (isTrialKey(change, plan) && isEndingUnagreed(told, plan)) return { result: false };
      if (hasAgreed(told, change)) return { result: true };
      const agreed = [...told.agreed, { id: change, at: now, words }];
      const progress = progressOf(withTold(all, [{ ...told, agreed }]), {
        mainId: entry.payload.subscriptionId,
        renewing: entry.progress.renewing,
      });
      // A run that is about to cancel the trial has not seen the press.
      return { next: { ...revokeLease(entry), progress, updatedAt: now }, result: true };
    },
    uid,
  );
}

/**
 * Whether a plan of somebody's renews of which the law of its place asks, or will ask, to tell them. An entry that cannot
 * be read waits for a person, unless its owner wants all to be erased.
 * @throws UpstreamError
 */
export async function noticesOwed(uid: string): Promise<"owed" | "none" | "unreadable"> {
  const { entry, malformed } = await foundAt(notices, uid);
  if (malformed && malformed.state !== "given-up") return "unreadable";
  if (!entry) return "none";
  const all = allTold(entry);
  const { main, plans } = await renewingKnown(uid, all);
  const now = Date.now();
  const isOwed = plans.some((plan) => {
    const named = namedSince(plan, toldOf(all, plan.id).named) ?? undefined;
    // Where they have said that they live is erased by then.
    return isToldIn(
      plan.country ?? main?.country ?? null,
      lengthsNow({ ...plan, named }, now),
      now,
    );
  });
  return isOwed ? "owed" : "none";
}

/** Whether a rule of a place asks for notices of a plan, at a time or later. */
function isToldIn(place: string | null, lengths: PlanLengths, at: number): boolean {
  if (obligationsOn(place, at, lengths).notices.length > 0) return true;
  const next = nextRuleAt(place, at);
  return Number.isFinite(next) && isToldIn(place, lengths, next);
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
  const { uid, subscriptionId } = run.entry.payload;
  const before = allTold(run.entry);
  const now = Date.now();
  const owner = await ownerBy(uid);
  const { main, plans } = await renewingPlans(owner, before, now);
  let all = withTold(
    before,
    plans.map(({ told }) => told),
  );
  const mainId = main?.id ?? subscriptionId;
  const renewing = plans.map(({ subscription }) => subscription.id);
  const keeping = (told: readonly PlanTold[]) => ({
    payload: { uid, subscriptionId: mainId },
    progress: progressOf(told, { mainId, renewing }),
  });
  if (plans.length === 0) return { end: "later", dueAt: now + whileNothingRenews, ...keeping(all) };
  const coming = (await Promise.all(plans.map((plan) => noticesOf(plan, uid, now)))).flat();
  const endings = plans.flatMap((plan) => endOfTrial(plan, now));
  let next = Math.min(
    ...plans.map(({ nextRule }) => wakesAt(now, nextRule)),
    ...[...coming, ...endings].map(({ dueAt }) => dueAt).filter((at) => at > now),
  );
  for (const { plan, trial, dueAt } of endings) {
    if (dueAt > now) continue;
    next = Math.min(next, now + hour);
    const withEnding = (endingTrial: string | null) =>
      withTold(all, [{ ...toldOf(all, plan.subscription.id), endingTrial }]);
    if ((await renewalOf(plan.subscription)) === "active") {
      // Throws if the lease has passed on: the subscriber may have agreed. From here on it is too late to.
      all = withEnding(trial);
      await run.saveProgress(keeping(all));
      await cancelTrial(plan, uid);
    }
    // The wish is kept, and says so itself.
    all = withEnding(null);
  }
  let deferred: Verdicts | undefined;
  const deferring = new Set<Plan>();
  for (const { plan, notice, dueAt } of coming.sort((a, b) => a.dueAt - b.dueAt)) {
    if (dueAt > now) break;
    const to = plan.subscription.emails.at(-1) ?? owner.email;
    if (!to || deferring.has(plan)) continue;
    if (await isLeaving(plan.subscription, notice)) {
      next = Math.min(next, now + whileLeaving);
      continue;
    }
    // Throws if the lease has passed on.
    await run.saveProgress(keeping(all));
    const sent = await send(run, { plan, notice, to });
    // What else is due follows at once.
    if ("told" in sent) return { end: "later", dueAt: now, ...keeping(withTold(all, [sent.told])) };
    // A mailbox that takes nothing now keeps no other plan's notice waiting.
    deferred ??= sent;
    deferring.add(plan);
  }
  return deferred ?? { end: "later", dueAt: next, ...keeping(all) };
}

/** Sends one notice. @returns what its owner is told of the plan then, or that it is to be tried again */
async function send(
  run: Telling,
  {
    plan: { subscription, isOther, main, told, rules, zones },
    notice,
    to,
  }: { plan: Plan; notice: LegalNotice; to: string },
): Promise<{ told: PlanTold } | Extract<Verdicts, { end: "again" }>> {
  const { uid } = run.entry.payload;
  const now = Date.now();
  const trial =
    notice.about === "trial"
      ? trialToAgree(rules, subscription, { now, before: told.trialEndsAt })
      : undefined;
  const asks = trial !== undefined && now + timeToAgree <= trial.lastCallAt;
  const said = trial && !asks ? { ...notice, needsConsent: false } : notice;
  const id = `notice-${run.entry.key}-${encodeURIComponent(subscription.id)}-${notice.key}`;
  const mail = await writtenTo({ uid }, () =>
    noticeMail(said, { to, id, subscription, isOther, canSignIn: main !== undefined, zones }),
  );
  const letter = await deliverLetter(notices.name, mail);
  if (letter.end === "again") return letter;
  return {
    told: {
      ...told,
      keys: [...told.keys, notice.key],
      refused: letter.end === "refused" ? [...told.refused, notice.key] : told.refused,
      yearAt: notice.about === "year" ? now : told.yearAt,
      // Who is told of another end too late to answer was not asked about that.
      askedAt: trial ? (asks ? now : null) : told.askedAt,
    },
  };
}

/** A subscriber with less time than this before the last call is told of the end, and not asked. */
const timeToAgree = day / 2;

/** When a trial is canceled whose subscriber was asked to agree, and has not; none if that does not apply. */
function endOfTrial(plan: Plan, now: number): { plan: Plan; trial: string; dueAt: number }[] {
  const { told, subscription, rules } = plan;
  const trial = trialToAgree(rules, subscription, { now, before: told.trialEndsAt });
  if (!trial || !isAskedOfTrial(told, subscription)) return [];
  return hasAgreedToTrial(told, subscription)
    ? []
    : [{ plan, trial: trial.key, dueAt: trial.lastCallAt }];
}

/** Without consent the law allows no charge, and only canceling prevents it. Nobody has declared anything. */
async function cancelTrial({ subscription, main }: Plan, uid: string): Promise<void> {
  await keepAndCarryOut({
    subscriptionId: subscription.id,
    order: { ...orderFor(subscription, main), uid },
    pressedAt: Date.now(),
    named: namedDateOf(subscription),
  });
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

/** Whose plans they are, with the address of the account. */
interface Owner {
  uid: string;
  email: string | undefined;
}

const ownerBy = async (uid: string): Promise<Owner> => ({
  uid,
  email: (await accountByUid(uid))?.email,
});

/** The plans that renew, the main one first, with what was told of them and what the law of their place asks. */
async function renewingPlans(
  owner: Owner,
  before: readonly PlanTold[],
  now: number,
): Promise<{ main: Subscription | undefined; plans: Plan[] }> {
  const { main, plans } = renewingOf(await subscriptionsKnown(owner, before));
  const isUnsaid = plans.some(({ country }) => (country ?? main?.country) === undefined);
  const said = isUnsaid ? (await settingsOf(owner.uid)).place : null;
  const described = plans.map((found): Plan => {
    const place = found.country ?? main?.country ?? said;
    const kept = toldOf(before, found.id);
    const named = namedSince(found, kept.named);
    const subscription = { ...found, named: named ?? undefined };
    const lengths = lengthsNow(subscription, now);
    const { notices: rules, zones } = obligationsOn(place, now, lengths);
    const told = { ...kept, named, trialEndsAt: trialEndOf(subscription, now, kept.trialEndsAt) };
    const isOther = subscription.id !== main?.id;
    return { subscription, isOther, main, told, rules, zones, nextRule: nextRuleAt(place, now) };
  });
  return { main, plans: described };
}

/** Somebody's plans that renew, those included that were known before, the main one first. @throws UpstreamError */
export const renewingKnown = async (uid: string, before: readonly PlanTold[]) =>
  renewingOf(await subscriptionsKnown(await ownerBy(uid), before));

/** Those of them that were known before. One that cannot be read is left out. @throws UpstreamError */
export const renewingTold = async (before: readonly PlanTold[]) =>
  renewingOf(
    await byIds(
      before.map(({ subscriptionId }) => subscriptionId),
      (id) => unlessMalformed(subscriptionById(id)),
    ),
  );

/** The plans among somebody's subscriptions that renew, the main one first. */
function renewingOf(all: readonly Subscription[]) {
  const main = findMainSubscription(all);
  const plans = [...(main ? [main] : []), ...otherPlans(all)];
  return { main, plans: plans.filter(({ status }) => status === "active") };
}

/** The subscriptions of the account, and those that were known before, asked for by their ids. */
async function subscriptionsKnown(
  owner: Owner,
  before: readonly PlanTold[],
): Promise<Subscription[]> {
  const listed = await accountSubscriptions(owner, { fresh: true });
  const ids = before.map(({ subscriptionId }) => subscriptionId);
  const missing = ids.filter((known) => !listed.some(({ id }) => id === known));
  return [...listed, ...(await byIds(missing))];
}

const byIds = async (
  ids: readonly string[],
  read: (id: string) => Promise<Subscription | undefined> = subscriptionById,
): Promise<Subscription[]> =>
  (await Promise.all(ids.map((id) => read(id)))).filter((one) => one !== undefined);

async function accountSubscriptions(
  { uid, email }: Owner,
  { fresh = false } = {},
): Promise<readonly Subscription[]> {
  return email ? subscriptionsOf({ uid, email }, { fresh }) : [];
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
