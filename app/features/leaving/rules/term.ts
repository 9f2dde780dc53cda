import { day, hour } from "../../../platform/values/durations.ts";
import { shownAt, whenShown } from "../../../platform/values/zoned-time.ts";
import { isPaidOnce } from "../../account/other-plans.ts";
import type { NamedDate, Subscription } from "../../account/subscription.ts";

/** What the length of a term follows from. Times in epoch milliseconds. */
export interface Termed {
  planCode: string;
  mainPlan?: boolean;
  startedAt: number;
  /** When the subscription service says that it renews or ends. */
  renewsAt?: number | undefined;
  endsAt?: number | undefined;
  /** What it named before. */
  named?: NamedDate | undefined;
}

/** What is known of its end. */
export interface Ending {
  status?: string;
  /** When it was seen running. */
  ranAt?: number | undefined;
}

/** Whether it is charged again unless it is canceled. What is paid once has no terms. */
export const renews = (
  subscription: Pick<Subscription, "planCode" | "mainPlan" | "status">,
): boolean => subscription.status === "active" && !isPaidOnce(subscription);

/** A term, or the trial before the first. */
export interface Term {
  startsAt: number;
  endsAt: number;
}

type Period = { days: number } | { months: number };

/** The period of a plan (docs/product.md#plans). */
export function billingPeriodOf(planCode: string): Period {
  if (planCode.includes("premium_one_month") || planCode.includes("gift_one_month"))
    return { months: 1 };
  return planCode.includes("3month") ? { days: 84 } : { days: 7 };
}

/** Days of the trial before the first term. */
export const trialDaysOf = (planCode: string): number => (planCode.includes("3d_trial") ? 3 : 0);

/**
 * The term or trial that runs at a time, or the next one where billing has charged that; before the start, the first one.
 * The date that the subscription service gives counts. Without one, terms follow from the start and the plan's period.
 * @param now the present, where `at` is past: the service's date ends the present term
 */
export const termAt = (subscription: Termed, at: number, now = at): Term =>
  termOrNextAt(subscription, { at, now, takesNext: true });

/** The same, but never the next one. */
export const runningTermAt = (subscription: Termed, at: number, now: number): Term =>
  termOrNextAt(subscription, { at, now, takesNext: false });

interface Asked {
  at: number;
  now: number;
  /** Whether a term counts that billing has charged and that has not begun. */
  takesNext: boolean;
}

function termOrNextAt(subscription: Termed, asked: Asked): Term {
  const { at } = asked;
  const said = subscription.renewsAt ?? subscription.endsAt;
  if (said !== undefined && at < said) return termBefore(subscription, said, asked);
  if (said === undefined) return termOf((nth) => boundary(subscription, nth), at);
  // Later terms begin at the service's date.
  const after = { planCode: untried(subscription.planCode), startedAt: said };
  const date = dateOfTerms(subscription, said);
  return termOf((nth) => boundary(after, nth, date), at);
}

function termOf(boundaryOf: (nth: number) => number, at: number): Term {
  for (let nth = 0; ; nth += 1) {
    const endsAt = boundaryOf(nth + 1);
    if (at < endsAt) return { startsAt: boundaryOf(nth), endsAt };
  }
}

/** The plan's code without its trial, which only the first term has. */
const untried = (planCode: string): string => planCode.replace("3d_trial", "");

/** The term that ends at the service's date, or an earlier one, which has renewed since. */
function termBefore(subscription: Termed, said: number, { at, now, takesNext }: Asked): Term {
  const { named } = subscription;
  // The date has moved since: what ran then ended on the earlier one.
  if (named && said - named.date > day && at < named.date)
    return termBefore({ ...subscription, named: undefined }, named.date, {
      at,
      now: Math.min(now, named.at),
      takesNext,
    });
  let term = termUntil(subscription, said, 0);
  const seenAt = named && isSameDate(named.date, said) ? Math.min(named.at, now) : now;
  if (isLongerThanPlan(term, seenAt)) {
    const first = firstTermAt(subscription);
    return { startsAt: at < first ? subscription.startedAt : first, endsAt: said };
  }
  // Billing may have charged it already.
  if (takesNext && term.startsAt > now) return term;
  for (
    let renewals = 1;
    at < term.startsAt && term.startsAt > subscription.startedAt;
    renewals += 1
  )
    term = termUntil(subscription, said, renewals);
  return term;
}

/**
 * By the plan's period it would begin in the future, though billing charges a term within the 24 hours before it begins.
 * So it is longer than that, and has not renewed.
 * @param seenAt since when the service is known to name its end: a charge moves that by a term
 */
const isLongerThanPlan = ({ startsAt }: Term, seenAt: number): boolean => startsAt - seenAt > day;

/** Whether two dates that the service named are of one term's end: some tell only the day. */
export const isSameDate = (one: number, other: number): boolean => Math.abs(one - other) <= day;

/** When the first term begins, after the trial. */
const firstTermAt = ({ planCode, startedAt }: Termed): number =>
  startedAt + trialDaysOf(planCode) * day;

/**
 * The term that ends at the service's date, which may differ from what the plan's period gives.
 * @param renewals how often it has renewed since, for an earlier term
 */
function termUntil(subscription: Termed, said: number, renewals: number): Term {
  const { planCode, startedAt } = subscription;
  const date = dateOfTerms(subscription, said);
  const before = (terms: number): number => termsAfter(planCode, said, -terms, date);
  return { startsAt: Math.max(startedAt, before(renewals + 1)), endsAt: before(renewals) };
}

/**
 * When its terms began by a renewal, or after the trial, the latest first: up to a time, and where the service names its
 * date, the one that billing has charged by then.
 * @param now the present, where `at` is past
 */
export function* renewalsUntil(subscription: Termed, at: number, now = at): Generator<number> {
  let { startsAt } = termAt(subscription, at, now);
  while (startsAt > subscription.startedAt) {
    if (startsAt <= at + day) yield startsAt;
    startsAt = runningTermAt(subscription, startsAt - 1, now).startsAt;
  }
}

/** The day of the month on which terms begin: that of the service's date, unless a short month has cut it. */
function dateOfTerms(subscription: Termed, said: number): number {
  const first = new Date(firstTermAt(subscription)).getUTCDate();
  const date = new Date(said).getUTCDate();
  return date === lastDateOf(said) ? Math.max(date, first) : date;
}

/** The `nth` boundary between terms; 0 is the start. @param date the day of the month, by default the first term's */
function boundary({ planCode, startedAt }: Termed, nth: number, date?: number): number {
  const trial = trialDaysOf(planCode);
  const terms = trial > 0 ? nth - 1 : nth;
  return terms < 0 ? startedAt : termsAfter(planCode, startedAt + trial * day, terms, date);
}

/** So many of a plan's terms after a time. @param date the day of the month, by default that of the time */
function termsAfter(planCode: string, time: number, terms: number, date?: number): number {
  const period = billingPeriodOf(planCode);
  return "days" in period
    ? time + terms * period.days * day
    : monthsAfter(time, terms * period.months, date);
}

/** The same day of another month, or that month's last. @param date the day, by default that of the time */
export function monthsAfter(
  time: number,
  months: number,
  date = new Date(time).getUTCDate(),
): number {
  const target = new Date(time);
  target.setUTCDate(1);
  target.setUTCMonth(target.getUTCMonth() + months);
  target.setUTCDate(Math.min(date, lastDateOf(target.getTime())));
  return target.getTime();
}

function lastDateOf(time: number): number {
  const date = new Date(time);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}

/** A decision this long before the end of a term counts for it: billing charges within the last 24 hours. */
export const decidedBefore = 25 * hour;
/**
 * When a subscription ends that is canceled at `at`: with its term; within the term's last day, with the next one,
 * which billing has begun to charge by then. One that was canceled before ends when the service says.
 */
export function endWhenCanceled(subscription: Termed & { status?: string }, at: number): number {
  const renews = subscription.status === undefined || subscription.status === "active";
  if (!renews && subscription.endsAt !== undefined) return subscription.endsAt;
  const { endsAt } = termAt(subscription, at);
  return renews && endsAt - at < day ? termAt(subscription, endsAt).endsAt : endsAt;
}

/** When a subscription ends that was canceled at `at`, also where the service shows that late, or without the end. */
export const endOnceCanceled = (subscription: Termed & { status: string }, at: number): number =>
  endWhenCanceled(
    subscription.endsAt === undefined ? { ...subscription, status: "active" } : subscription,
    at,
  );

/** Time to object to what a stranger could have declared. */
export const objectionTime = 24 * hour;
/** A second letter goes out this long before a declaration is carried out. */
export const secondLetterBefore = 6 * hour;

/**
 * From when on a charge is owed back. Terms that begin before a wished day are still to be paid, and billing charges them
 * up to a day before.
 * @param wishedStartsAt the start of the wished day
 */
export const chargesOwedSince = ({
  declaredAt,
  wishedStartsAt,
}: {
  declaredAt: number;
  wishedStartsAt: number | null;
}): number => (wishedStartsAt === null ? declaredAt : Math.max(declaredAt, wishedStartsAt - day));

/**
 * When a declaration from the public form is carried out: a day after the mail server took the receipt, at the latest 25 hours
 * before the term ends; one that comes later than that, at once. With a wished day the terms that end before it go on.
 * @param receiptAt when the mail server took the receipt; null where no mailbox takes it
 * @param wishedStartsAt the start of the wished day
 */
export function carryOutAt(
  subscription: Termed,
  {
    declaredAt,
    receiptAt,
    wishedStartsAt,
  }: { declaredAt: number; receiptAt: number | null; wishedStartsAt?: number | undefined },
): number {
  // A term that ends on the wished day ends the subscription: the next does not begin.
  const before = wishedStartsAt === undefined ? declaredAt : wishedStartsAt - 1;
  const term = termAt(subscription, Math.max(declaredAt, before));
  const latest = term.endsAt - decidedBefore;
  if (latest <= declaredAt) return declaredAt;
  const afterSilence = receiptAt === null ? latest : receiptAt + objectionTime;
  const earliest = wishedStartsAt === undefined ? declaredAt : Math.max(declaredAt, term.startsAt);
  return Math.max(earliest, Math.min(afterSilence, latest));
}

/** The date that the service named before, where it names a later one now that is more than the plan's period from it. */
function movedFrom({ named, ...now }: Termed): number | undefined {
  const said = now.renewsAt ?? now.endsAt;
  if (!named || said === undefined || isSameDate(named.date, said)) return undefined;
  return termUntil(now, said, 0).startsAt > named.date + day ? named.date : undefined;
}

/**
 * Whether a term was charged too late, as it had been declared in time that it should not begin. Billing charges a term
 * within the 24 hours before it begins: one whose hours had begun before `after` was due. After its end a subscription is
 * charged nothing, and what is paid once has no term to charge.
 * @returns `maybe`: billing may have charged it by `by`, or charges it no more
 */
export function chargeAfter(
  subscription: Termed,
  { after, by, isActive }: { after: number; by: number; isActive: boolean },
): "charged" | "maybe" | undefined {
  if (isPaidOnce(subscription)) return undefined;
  const endedAt = isActive ? undefined : subscription.endsAt;
  const latest = Math.min(by + day, (endedAt ?? Number.POSITIVE_INFINITY) - 1);
  const { startsAt } = termAt(subscription, latest);
  const between = (time: number) => time >= after + day && time <= latest;
  // A term that begins later than that is a longer one, which has not renewed.
  if (between(startsAt)) return startsAt <= by || endedAt !== undefined ? "charged" : "maybe";
  const since = movedFrom(subscription);
  // By the plan's period it is one long term, which was put off, or another that began when the former should end.
  return since !== undefined && startsAt < since - day && between(since) ? "maybe" : undefined;
}

/**
 * How many terms have begun, the trial and a free first term not counted: so many were charged.
 * @param now the present, where `at` is past
 * @param firstFree whether the first term costs nothing
 */
export function termsBegun(
  subscription: Termed,
  at: number,
  { now = at, firstFree = false } = {},
): number {
  const first = firstTermAt(subscription);
  if (at < first) return 0;
  // The first may be longer than the plan's period.
  const isFirst = termAt(subscription, at, now).startsAt <= first;
  return (isFirst ? 1 : periodsBegun(subscription, at)) - (firstFree ? 1 : 0);
}

/** How many of the plan's periods have begun after the trial, whatever date the subscription service says. */
export function periodsBegun(subscription: Termed, at: number): number {
  const trial = trialDaysOf(subscription.planCode) > 0 ? 1 : 0;
  let begun = 0;
  while (boundary(subscription, trial + begun) <= at) begun += 1;
  return begun;
}

/**
 * Until when a subscription can be withdrawn from: the end of the last of `days` days after the day on which it
 * started, and never earlier than that ends where the subscriber is. With one time zone, it ends by that or by UTC,
 * whichever is later. With several, or none known, it ends once the last day is over everywhere: after `days` + 1 times
 * 24 hours, or an hour later where summer time has ended meanwhile.
 * @param zones time zones of the place; none: it is not known
 */
export function withdrawalEndsAt(
  startedAt: number,
  days: number,
  zones: readonly string[] = [],
): number {
  const endIn = (timeZone: string) => {
    const startOfDay = Math.floor(shownAt(startedAt, timeZone) / day) * day;
    return whenShown(startOfDay + (days + 1) * day, timeZone);
  };
  const anywhere = zones.length === 1 ? endIn("UTC") : startedAt + (days + 1) * day;
  return Math.max(anywhere, ...zones.map(endIn));
}
