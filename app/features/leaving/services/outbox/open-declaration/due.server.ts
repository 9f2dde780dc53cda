import type { Subscription } from "~/features/account/subscription";
import type { DeclarationCounts } from "~/features/leaving/rules/declaration";
import {
  type PublicDeclaration,
  startOfWishedDay,
} from "~/features/leaving/rules/public-declaration";
import { refundedWithin } from "~/features/leaving/rules/refund";
import { carryOutAt, chargesOwedSince, objectionTime, renews } from "~/features/leaving/rules/term";
import {
  betterPeriod,
  type WithdrawalPeriod,
  withdrawalPeriod,
} from "~/features/leaving/rules/withdrawal";
import { obligationsOn } from "~/features/leaving/services/obligations.server";
import type {
  OpenPayload,
  OpenProgress,
  Said,
} from "~/features/leaving/services/outbox/open-declaration/entry.server";
import { day } from "~/platform/values/durations";

/** After its period a withdrawal counts as a cancellation. */
export function countsAs(
  declared: PublicDeclaration,
  subscription: Subscription,
): DeclarationCounts {
  if (declared.kind === "cancel") return "cancel";
  return declared.declaredAt < withdrawalOf(declared, subscription).endsAt
    ? "withdraw"
    : "late-withdrawal";
}

/** The better period of the subscription's own place and the typed one: what was typed can only add to rights. */
export function withdrawalOf(
  { place, declaredAt }: PublicDeclaration,
  subscription: Subscription,
): WithdrawalPeriod {
  const periodIn = (one: string | null) =>
    withdrawalPeriod(subscription, declaredAt, (at) => obligationsOn(one, at), Date.now());
  return betterPeriod(periodIn(subscription.country ?? null), periodIn(place), declaredAt);
}

export const dueOf = (
  { declared }: Pick<OpenPayload, "declared">,
  subscription: Subscription,
  receipt: OpenProgress["receipt"],
): number => {
  const { declaredAt } = declared;
  const receiptAt = typeof receipt === "number" ? receipt : null;
  if (!renews(subscription)) return (receiptAt ?? declaredAt) + objectionTime;
  const wishedStartsAt = startOfWishedDay(declared) ?? undefined;
  return carryOutAt(subscription, { declaredAt, receiptAt, wishedStartsAt });
};

/** From when on a charge is owed back. */
export const owedSinceOf = (declared: PublicDeclaration): number =>
  chargesOwedSince({ declaredAt: declared.declaredAt, wishedStartsAt: startOfWishedDay(declared) });

export const dueOfSaid = ({ declared, progress }: Said, subscription: Subscription): number =>
  dueOf({ declared }, subscription, progress.receipt);

/** The operator hears of a withdrawal's money this long before it is due, at the latest. It is due after 14 days. */
const moneyKnownBefore = 3 * day;

/**
 * Until when a declaration that came in a flood waits for an operator: it must not miss the end of its term, nor the
 * day by which the money of a withdrawal is due. Undefined where nothing is lost by waiting.
 */
export function latestOf(payload: OpenPayload, subscription: Subscription): number | undefined {
  const { declared } = payload;
  const all = [
    ...(subscription.status === "active" ? [dueOf(payload, subscription, "refused")] : []),
    ...(countsAs(declared, subscription) === "withdraw"
      ? [declared.declaredAt + refundedWithin - moneyKnownBefore]
      : []),
  ];
  return all.length === 0 ? undefined : Math.min(...all);
}
