import { day, week } from "../../../platform/values/durations.ts";
import { shareOf } from "../../../platform/values/share-of.ts";
import { shownAt } from "../../../platform/values/zoned-time.ts";
import { type NamedDate, namedDateOf, type Subscription } from "../../account/subscription.ts";
import type { NoticeRule, PlanLengths } from "./law.ts";
import {
  billingPeriodOf,
  decidedBefore,
  isSameDate,
  type Termed,
  termAt,
  trialDaysOf,
} from "./term.ts";

/** A new price that the operator has announced. */
export interface PriceChange {
  id: string;
  planCode: string;
  /** Decimal: `2.00`. */
  amount: string;
  /** ISO 4217. */
  currency: string;
  /** Epoch milliseconds. */
  from: number;
}

/** A subscription, with what a term of it costs now where the subscription service says that. */
type Priced = Termed & Pick<Subscription, "price">;

/** A notice that a subscriber must get, or has got. Epoch milliseconds. */
export interface LegalNotice {
  about: NoticeRule["about"];
  /** Of several notices with one key, one is sent. */
  key: string;
  opensAt: number;
  closesAt: number;
  /** When what it announces happens; for a yearly notice, when the year is over. */
  eventAt: number;
  /** The change may not be made unless the subscriber agrees. */
  needsConsent: boolean;
  price?: PriceChange;
}

/** What somebody has been told. */
export interface ToldNotices {
  /** Keys of the notices. */
  keys: readonly string[];
  /** When the last yearly notice was sent. */
  yearAt: number | null;
  /** When the trial ends, as it was last known. */
  trialEndsAt?: number | null;
}

/** Days of the longest month, and of the shortest. */
const daysOfMonth = 31;
const leastDaysOfMonth = 28;

/** The lengths by which the rules choose (docs/law.md). */
export function lengthsOf(planCode: string): PlanLengths {
  const period = billingPeriodOf(planCode);
  return {
    term: "days" in period ? period.days : period.months * daysOfMonth,
    trial: trialDaysOf(planCode),
  };
}

/** The same of a subscription: its term may be longer than its plan's code says. */
export function lengthsNow(subscription: Termed, now: number): PlanLengths {
  const { term, trial } = lengthsOf(subscription.planCode);
  const { startsAt, endsAt } = termAt(subscription, now);
  return { term: Math.max(term, (endsAt - startsAt) / day), trial };
}

/**
 * The date that the service names, since when it is known: in its last days a longer term than the plan's is told by
 * that.
 * @param before what was known
 */
export function namedSince(subscription: Termed, before: NamedDate | null): NamedDate | null {
  const named = namedDateOf(subscription) ?? before;
  return before && named && isSameDate(named.date, before.date) ? before : named;
}

/** Until this long before the end of a term, canceling counts for it: billing charges within its last day. */
export const lastCall = day;

/** Until when somebody can cancel and pay for no term that begins at a time or later. */
export function lastCallOf(subscription: Termed, from: number): number {
  const { startsAt, endsAt } = termAt(subscription, from);
  return (startsAt < from ? endsAt : startsAt) - lastCall;
}

/** Every notice whose window has not closed, the one that opens first in front. */
export function comingNotices(
  rules: readonly NoticeRule[],
  subscription: Priced,
  { told, prices, now }: { told: ToldNotices; prices: readonly PriceChange[]; now: number },
): LegalNotice[] {
  return rules
    .flatMap((rule) => noticesBy(rule, subscription, { told, prices, now }))
    .filter(({ key, closesAt }) => closesAt > now && !isSettled(key, subscription, told.keys))
    .sort((a, b) => a.opensAt - b.opensAt);
}

/**
 * The last day that is over by a time in each of these time zones; without any, in UTC.
 * @returns its start as if it were a day of UTC, for `formatDate`
 */
export function lastDayBy(at: number, zones: readonly string[]): number {
  const dayIn = (zone: string) => Math.floor(shownAt(at, zone) / day) * day;
  return Math.min(...(zones.length > 0 ? zones : ["UTC"]).map(dayIn)) - day;
}

/** When a notice is sent: at some time of its window's first day, so that not all go out at once. */
export const sendingTime = ({ opensAt, closesAt }: LegalNotice, uid: string): number =>
  opensAt + shareOf(uid) * Math.min(day, (closesAt - opensAt) / 2);

/**
 * When to look at a subscriber again if nothing is due before: the subscription may change at any time.
 * @param nextRule when a rule of their place begins: what it asks for may be due on its first day
 */
export const wakesAt = (now: number, nextRule: number): number => Math.min(now + week, nextRule);

function noticesBy(
  rule: NoticeRule,
  subscription: Priced,
  { told, prices, now }: { told: ToldNotices; prices: readonly PriceChange[]; now: number },
): LegalNotice[] {
  const before = (eventAt: number, key: string, price?: PriceChange): LegalNotice => ({
    about: rule.about,
    key,
    opensAt: eventAt - rule.opens * day,
    closesAt: eventAt - rule.closes * day,
    eventAt,
    needsConsent: rule.consent === true && (!price || isRise(price, subscription, prices)),
    ...(price && { price }),
  });
  switch (rule.about) {
    case "year":
      return [yearly(rule, subscription, told, now)];
    case "trial": {
      const endsAt = trialEndOf(subscription, now, told.trialEndsAt);
      return now < endsAt ? [before(endsAt, `trial-${dayOf(endsAt)}`)] : [];
    }
    case "renewal": {
      const { startsAt, endsAt } = termAt(subscription, now);
      const isLong = (endsAt - startsAt) / day > (rule.longerThanDays ?? 0);
      return isLong ? [before(endsAt - lastCall, `renewal-${dayOf(endsAt)}`)] : [];
    }
    case "price":
      return prices
        .filter(({ planCode }) => planCode === subscription.planCode)
        .map((price) => before(price.from, `price-${price.id}`, price));
  }
}

/**
 * Whether a new price is more than is paid until it begins: only a rise needs consent. It counts as one where the
 * subscription service does not say what is paid now, or another price was announced that begins before, and is lower.
 */
export function isRise(
  { amount, currency, from }: PriceChange,
  { price }: Pick<Subscription, "price">,
  announced: readonly PriceChange[],
): boolean {
  // One that has begun holds from the next renewal on: until then the service says the price of before.
  const paid = [price, ...announced.filter((one) => one.from < from)];
  return paid.some((one) => one?.currency !== currency || Number(one.amount) < Number(amount));
}

/**
 * Whether this is the key of the end of a subscription's trial. It has one trial, whose day may change: what was told
 * or agreed counts with another day, too. Keys have a day for older releases, which compare them.
 */
export function isTrialKey(key: string, { startedAt }: Pick<Termed, "startedAt">): boolean {
  const [, on] = /^trial-(\d{4}-\d\d-\d\d)$/.exec(key) ?? [];
  return on !== undefined && Date.parse(on) + day > startedAt;
}

const isSettled = (key: string, subscription: Termed, keys: readonly string[]): boolean =>
  keys.includes(key) ||
  (isTrialKey(key, subscription) && keys.some((one) => isTrialKey(one, subscription))) ||
  keys.some((one) => isSameRenewal(one, key));

/** Whether two keys are of one renewal, whose day the service may say later, or anew: terms with this notice are longer. */
function isSameRenewal(one: string, other: string): boolean {
  const [day1, day2] = [one, other].map((key) => /^renewal-(\d{4}-\d\d-\d\d)$/.exec(key)?.[1]);
  return (
    day1 !== undefined &&
    day2 !== undefined &&
    Math.abs(Date.parse(day1) - Date.parse(day2)) <= week
  );
}

/**
 * A trial that may not become a plan unless the subscriber agrees, and its last call: without consent it is canceled then.
 * Undefined without such a rule, and once the trial is over. Times in epoch milliseconds.
 * @param before when it ends, as it was last known
 */
export function trialToAgree(
  rules: readonly NoticeRule[],
  subscription: Termed,
  { now, before }: { now: number; before: number | null },
): { key: string; endsAt: number; lastCallAt: number } | undefined {
  const endsAt = trialEndOf(subscription, now, before);
  const isAsked = rules.some(({ about, consent }) => about === "trial" && consent);
  if (!isAsked || now >= endsAt) return undefined;
  return { key: `trial-${dayOf(endsAt)}`, endsAt, lastCallAt: endsAt - decidedBefore };
}

/**
 * When the trial ends; without a trial, the start. The service's date counts while no charge can have come: after one
 * it is the end of the first term.
 * @param before when it ends, as it was last known; null: by the plan's days
 */
export function trialEndOf(
  subscription: Termed,
  now: number,
  before: number | null = null,
): number {
  const { planCode, startedAt } = subscription;
  const days = trialDaysOf(planCode);
  if (days === 0) return startedAt;
  const known = before ?? startedAt + days * day;
  const said = subscription.renewsAt ?? subscription.endsAt;
  if (said === undefined || said <= startedAt || (before !== null && now >= before)) return known;
  const mayBeCharged = now >= known - lastCall;
  return mayBeCharged && said >= known + leastTermOf(planCode) - lastCall ? known : said;
}

function leastTermOf(planCode: string): number {
  const period = billingPeriodOf(planCode);
  return ("days" in period ? period.days : period.months * leastDaysOfMonth) * day;
}

/** The yearly notice, counted from the last one, else from the start. A year without a notice counts as one with it. */
function yearly(
  { opens, closes }: NoticeRule,
  { startedAt }: Termed,
  told: ToldNotices,
  now: number,
) {
  let from = told.yearAt ?? startedAt;
  while (from + closes * day <= now) from += closes * day;
  const eventAt = from + closes * day;
  const key = `year-${dayOf(eventAt)}`;
  const opensAt = from + opens * day;
  return { about: "year" as const, key, opensAt, closesAt: eventAt, eventAt, needsConsent: false };
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
