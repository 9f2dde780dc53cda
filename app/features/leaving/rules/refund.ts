import { formatDate } from "../../../platform/values/dates.ts";
import { day } from "../../../platform/values/durations.ts";
import { isPaidOnce } from "../../account/other-plans.ts";
import type { TermPrice } from "../../account/subscription.ts";
import {
  type Ending,
  endWhenCanceled,
  periodsBegun,
  renewalsUntil,
  runningTermAt,
  type Termed,
  termAt,
  termsBegun,
} from "./term.ts";

/** The time within which money is paid back after a withdrawal. */
export const refundedWithin = 14 * day;

/** What is paid back after a withdrawal. The amounts are left out where the price is not known. */
export interface Refund {
  /** How many terms are paid back, each if it was charged; 0 while the trial or the free first term runs. */
  terms: number;
  /** The last of them had not begun: billing charges a term within the 24 hours before it begins. */
  ahead?: true;
  /** At most so many have begun: nobody knows when the subscription ended. */
  atMost?: true;
  /** By the plan's own period so many have begun, where the service's date is further off than one. */
  periods?: number;
  /** The whole price of these terms. */
  whole?: TermPrice;
  /**
   * Where the wish to begin early is recorded: the days of the running term that have not begun, and their price with
   * that of a term ahead.
   */
  unused: { notBegun: number; days: number; money?: TermPrice };
}

interface Withdrawn {
  declaredAt: number;
  /** When the first of the terms began, for a withdrawal from renewed terms: only these are paid back. */
  renewedAt?: number | undefined;
  /** When it had been canceled before, as far as that is known. */
  canceledAt?: number | undefined;
  /** Whether its first term costs nothing. */
  firstFree?: boolean;
}

/** @param now the subscription may have renewed since `declaredAt` */
export function refundOf(
  subscription: Termed & Ending & { price?: TermPrice | undefined },
  {
    declaredAt,
    renewedAt,
    canceledAt,
    firstFree = false,
    now = declaredAt,
  }: Withdrawn & { now?: number },
): Refund {
  const { price } = subscription;
  const end = latestEnd(subscription, canceledAt, now);
  // A subscription that has ended has begun no term since.
  const at = Math.min(declaredAt, end - 1);
  const { startsAt, endsAt } = runningTermAt(subscription, at, now);
  const isAhead = at === declaredAt && endsAt - at < day && endsAt < end;
  const begun =
    renewedAt === undefined
      ? termsBegun(subscription, at, { now, firstFree })
      : renewedSince(subscription, renewedAt, { at, now });
  const terms = begun + (isAhead ? 1 : 0);
  const periods =
    renewedAt === undefined && !firstFree && begun === 1 ? periodsBegun(subscription, at) : 1;
  const days = Math.max(1, Math.round((endsAt - startsAt) / day));
  const left = days - Math.floor((declaredAt - startsAt) / day) - 1;
  const notBegun = Math.min(days, Math.max(0, left));
  const found = {
    terms,
    ...(isAhead && { ahead: true as const }),
    ...(terms > 1 && isEndUnknown(subscription, canceledAt) && { atMost: true as const }),
    ...(periods > 1 && { periods }),
  };
  if (!price) return { ...found, unused: { notBegun, days } };
  const share = (begun === 0 ? 0 : notBegun) + (isAhead ? days : 0);
  return {
    ...found,
    whole: shareOf(price, terms, 1),
    unused: { notBegun, days, money: shareOf(price, share, days) },
  };
}

/** How many terms have begun by a renewal since one. */
function renewedSince(
  subscription: Termed,
  renewedAt: number,
  { at, now }: { at: number; now: number },
): number {
  let terms = 0;
  for (const startsAt of renewalsUntil(subscription, at, now)) {
    if (startsAt < renewedAt) break;
    if (startsAt <= at) terms += 1;
  }
  return terms;
}

const isEndUnknown = (
  { status, endsAt }: Pick<Termed & Ending, "status" | "endsAt">,
  canceledAt: number | undefined,
): boolean => status === "expired" && endsAt === undefined && canceledAt === undefined;

/** When a subscription has ended at the latest, as far as that is known. */
function latestEnd(
  subscription: Termed & Ending,
  canceledAt: number | undefined,
  now: number,
): number {
  const { status = "active", endsAt, startedAt, ranAt = startedAt } = subscription;
  if (status === "active") return Number.POSITIVE_INFINITY;
  return endsAt ?? Math.max(unsaidEnd(subscription, canceledAt, now), ranAt + 1);
}

/** When it has ended at the latest where the service does not say it. */
function unsaidEnd(
  subscription: Termed & Ending,
  canceledAt: number | undefined,
  now: number,
): number {
  const canceledEnd =
    canceledAt === undefined
      ? Number.POSITIVE_INFINITY
      : endWhenCanceled({ ...subscription, status: "active" }, canceledAt);
  if (subscription.status !== "expired") return canceledEnd;
  // Otherwise the term that would run now would have to be over.
  const { startsAt } = termAt(subscription, now);
  return startsAt > subscription.startedAt ? Math.min(canceledEnd, startsAt) : canceledEnd;
}

/** How many decimals a currency has: 2 in most, 0 in yen, 3 in Kuwaiti dinars. */
const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions()
    .maximumFractionDigits ?? 0;

/** `times` / `of` of a price, rounded up to the currency's decimals, or to the price's own where it needs more. */
function shareOf({ amount, currency }: TermPrice, times: number, of: number): TermPrice {
  const [whole = "", given = ""] = amount.split(".");
  const decimals = given.replace(/0+$/, "").padEnd(decimalsOf(currency), "0");
  const units = BigInt(whole + decimals) * BigInt(times);
  const divisor = BigInt(of);
  const rounded = ((units + divisor - 1n) / divisor).toString().padStart(decimals.length + 1, "0");
  const point = rounded.length - decimals.length;
  return {
    amount: decimals === "" ? rounded : `${rounded.slice(0, point)}.${rounded.slice(point)}`,
    currency,
  };
}

/** `13.99 USD`, or that the subscription service does not say the price. */
export const amountOf = (price: TermPrice | undefined): string =>
  price
    ? `${price.amount} ${price.currency}`
    : "as billed (the subscription service does not say it)";

/** What the operator owes after a withdrawal, by when, and why it is so much; in English, as all for the operator. */
export interface RefundDue {
  refund: string;
  refundDueAt: number;
  reasons: string[];
}

export function refundDue(
  {
    subscription,
    ...withdrawn
  }: Withdrawn & { subscription: Parameters<typeof refundOf>[0] & { earlyStart?: boolean } },
  now: number,
): RefundDue {
  const { price, earlyStart } = subscription;
  const { declaredAt, renewedAt, firstFree } = withdrawn;
  const refundDueAt = declaredAt + refundedWithin;
  if (isPaidOnce(subscription))
    return { refund: amountOf(price), refundDueAt, reasons: reasonsOfPurchase(earlyStart) };
  const { terms, ahead, atMost, periods, whole, unused } = refundOf(subscription, {
    ...withdrawn,
    now,
  });
  const { notBegun, days } = unused;
  const begun = ahead ? terms - 1 : terms;
  const daysLeft = `${notBegun} of the term's ${days} days had not begun`;
  const paidAhead = ahead
    ? [
        "It was declared within 24 hours before the next term, when billing may have charged that one, too: the sum has its whole price. Pay it back if it was charged.",
      ]
    : [];
  const deferred = periods
    ? [
        `The subscription service says a date that is further off than the plan's period, so this counts as one term. By that period ${periods} have begun: if more than one was charged, pay back each.`,
      ]
    : [];
  const nothingPaid = firstFree
    ? "The free first term was still running: nothing was charged for it."
    : `The trial was still running: nothing is due ${ahead ? "for it " : ""}if nothing was charged.`;
  const inTrial = begun === 0 && renewedAt === undefined ? [nothingPaid] : [];
  const inWords = (money: typeof whole) => {
    if (terms > 0) return amountOf(money ?? price);
    return firstFree ? (whole ? amountOf(whole) : "nothing") : amountOf(price);
  };
  if (hasPaidForDays(subscription, renewedAt)) {
    const billed = [
      ...(begun > 0 || !ahead ? [`${notBegun}/${days} of what was billed for the term`] : []),
      ...(ahead ? ["what was billed for the next term"] : []),
    ].join(" and ");
    const refund = price || (firstFree && terms === 0) ? inWords(unused.money) : billed;
    const reason = `The wish to begin early is recorded, and ${daysLeft}: the days before are paid for.`;
    const ifEnded = atMost ? [untilUnknownEnd(terms)] : [];
    return {
      refund,
      refundDueAt,
      reasons: [reason, ...inTrial, ...deferred, ...paidAhead, ...ifEnded],
    };
  }
  const which =
    renewedAt !== undefined
      ? sinceRenewal(renewedAt, begun)
      : atMost
        ? untilUnknownEnd(terms)
        : begun > 1
          ? `${begun} terms have begun: pay back each that was charged.`
          : undefined;
  const reasons = [
    ...inTrial,
    ...(which === undefined ? [] : [which]),
    ...deferred,
    ...paidAhead,
    ...(renewedAt !== undefined && earlyStart
      ? [
          "The wish to begin early was recorded at the purchase. After a renewal it takes nothing off: the whole price is due.",
        ]
      : []),
    ...(terms > 0 && renewedAt === undefined
      ? [
          `The subscription service records no wish to begin early, so the whole price is due. With one it would be ${unused.money ? inWords(unused.money) : "less"}: ${daysLeft}.`,
        ]
      : []),
  ];
  return { refund: inWords(whole), refundDueAt, reasons };
}

/**
 * Whether the days used are not paid back: the wish to begin early is recorded at the purchase, so not of a term that has
 * renewed.
 */
export const hasPaidForDays = (
  subscription: Parameters<typeof isPaidOnce>[0] & { earlyStart?: boolean },
  renewedAt: number | undefined,
): boolean =>
  subscription.earlyStart === true && renewedAt === undefined && !isPaidOnce(subscription);

function sinceRenewal(renewedAt: number, begun: number): string {
  const since = formatDate(renewedAt);
  if (begun === 0) return `The term that begins on ${since} is paid back, and none before it.`;
  return begun === 1
    ? `It was declared after a renewal: the term that began on ${since} is paid back, and none before it.`
    : `It was declared after a renewal: the ${begun} terms since ${since} are paid back, and none before them.`;
}

/** What is paid once is paid back as a whole. */
const reasonsOfPurchase = (earlyStart: boolean | undefined): string[] => [
  "It is paid once, so billing was not asked to cancel anything. Take the access away where you pay back.",
  ...(earlyStart
    ? [
        "The wish to have it at once is recorded: the right to withdraw may have ended with the delivery. Decide whether you owe the money.",
      ]
    : []),
];

const untilUnknownEnd = (terms: number): string =>
  `The subscription has ended, and the subscription service does not say when: at most ${terms} terms were charged. Pay back each that was.`;
