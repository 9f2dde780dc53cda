import { formatDayIn } from "../../../platform/values/dates.ts";
import { day } from "../../../platform/values/durations.ts";
import type { TermPrice } from "../../account/subscription.ts";
import { type Termed, termAt, termsBegun } from "./term.ts";

/** The time within which money is paid back after a withdrawal. */
export const refundedWithin = 14 * day;

/** What is paid back after a withdrawal. The amounts are left out where the price is not known. */
export interface Refund {
  /** How many terms are paid back, each if it was charged; 0 while the trial runs. */
  terms: number;
  /** The whole price of these terms. */
  whole?: TermPrice;
  /** Where the wish to begin early is recorded: the price of the days of the running term that have not begun. */
  unused: { notBegun: number; days: number; money?: TermPrice };
}

/**
 * @param renewedAt when the term began, for a withdrawal from a renewed term: only that term is paid back
 * @param now the subscription may have renewed since `declaredAt`
 */
export function refundOf(
  subscription: Termed & { price?: TermPrice | undefined; status?: string },
  {
    declaredAt,
    renewedAt,
    now = declaredAt,
  }: { declaredAt: number; renewedAt?: number | undefined; now?: number },
): Refund {
  const { price } = subscription;
  const renews = subscription.status === undefined || subscription.status === "active";
  // A subscription that has ended has begun no term since.
  const at = renews
    ? declaredAt
    : Math.min(declaredAt, (subscription.endsAt ?? declaredAt + 1) - 1);
  const begun = termsBegun(subscription, at);
  const terms = renewedAt === undefined ? begun : 1;
  const { startsAt, endsAt } = termAt(subscription, at, now);
  const days = Math.round((endsAt - startsAt) / day);
  // Where the next charge is further off than a term is long, none of the days that were paid for has begun.
  const left = days - Math.floor((declaredAt - startsAt) / day) - 1;
  const notBegun = Math.min(days, Math.max(0, left));
  if (!price) return { terms, unused: { notBegun, days } };
  const share = terms === 0 ? 0 : notBegun;
  return {
    terms,
    whole: shareOf(price, terms, 1),
    unused: { notBegun, days, money: shareOf(price, share, days) },
  };
}

/** How many decimals a currency has: 2 in most, 0 in yen, 3 in Kuwaiti dinars. */
const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions()
    .maximumFractionDigits ?? 0;

/** `times` / `of` of a price, rounded up to the currency's decimals, or to the price's own where it has more. */
function shareOf({ amount, currency }: TermPrice, times: number, of: number): TermPrice {
  const [whole = "", given = ""] = amount.split(".");
  const decimals = given.padEnd(decimalsOf(currency), "0");
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
export function refundDue(
  {
    subscription,
    declaredAt,
    renewedAt,
  }: {
    subscription: Parameters<typeof refundOf>[0] & { earlyStart?: boolean };
    declaredAt: number;
    renewedAt: number | undefined;
  },
  now: number,
): { refund: string; refundDueAt: number; reasons: string[] } {
  const { price, earlyStart } = subscription;
  const { terms, whole, unused } = refundOf(subscription, { declaredAt, renewedAt, now });
  const refundDueAt = declaredAt + refundedWithin;
  const { notBegun, days } = unused;
  const daysLeft = `${notBegun} of the term's ${days} days had not begun`;
  const inTrial =
    terms === 0 ? ["The trial was still running: nothing is due if nothing was charged."] : [];
  const inWords = (money: typeof whole) => amountOf(terms > 0 ? (money ?? price) : price);
  if (earlyStart) {
    const refund = price
      ? inWords(unused.money)
      : `${notBegun}/${days} of what was billed for the term`;
    const reason = `The wish to begin early is recorded, and ${daysLeft}: the days before are paid for.`;
    return { refund, refundDueAt, reasons: [reason, ...inTrial] };
  }
  const which =
    renewedAt !== undefined
      ? `It was declared after a renewal: the term that began on ${formatDayIn(renewedAt, null)} is paid back, and none before it.`
      : terms > 1
        ? `${terms} terms have begun: pay back each that was charged.`
        : undefined;
  const reasons = [
    ...inTrial,
    ...(which === undefined ? [] : [which]),
    ...(terms > 0
      ? [
          `The subscription service records no wish to begin early, so the whole price is due. With one it would be ${unused.money ? inWords(unused.money) : "less"}: ${daysLeft}.`,
        ]
      : []),
  ];
  return { refund: inWords(whole), refundDueAt, reasons };
}
