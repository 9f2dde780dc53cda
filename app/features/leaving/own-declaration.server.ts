import { randomUUID } from "node:crypto";
import { brandOfPlan } from "~/features/account/brand";
import { placeIn } from "~/features/account/place.server";
import { findMainSubscription, type Subscription } from "~/features/account/subscription";
import { subscriptionsOf } from "~/features/account/subscriptions.server";
import { withdrawalPeriod } from "~/features/leaving/rules/withdrawal";
import { objectTo } from "~/features/leaving/services/objecting.server";
import { obligationsOn } from "~/features/leaving/services/obligations.server";
import { withdrawAtOnce } from "~/features/leaving/services/outbox/open-declaration/keep.server";
import { openDeclarationOf } from "~/features/leaving/services/outbox/open-declaration/lookup.server";
import { confirmOpenDeclaration } from "~/features/leaving/services/outbox/open-declaration/press.server";
import { withdrawalText } from "~/features/leaving/services/shown-words.server";
import { declarationDocuments } from "~/features/leaving/store/declarations.server";
import { languageAskedIn } from "~/platform/languages/languages.server";
import type { Subscriber } from "~/platform/session/session.server";

/** What somebody who is signed in may do with a declaration: withdraw, or confirm or stop one that was made without signing in. */

/** Until when a subscription can be withdrawn from: by the rule of the place, else 14 days. */
export const ownWithdrawalEndsAt = (subscription: Subscription, place: string | null): number =>
  withdrawalPeriod(subscription, Date.now(), (at) => obligationsOn(place, at)).endsAt;

/**
 * Withdraws from the main subscription, at once.
 * @returns `none`: there is none; `too-late`: the period is over
 * @throws UpstreamError if it could not be kept
 */
export async function withdrawOwn(
  subscriber: Subscriber,
): Promise<"received" | "none" | "too-late"> {
  const { uid, email } = subscriber;
  const found = findMainSubscription(await subscriptionsOf(subscriber));
  // Who has canceled can still withdraw: it is about the money.
  if (!found) return "none";
  const place = await placeIn(found, uid);
  const declaredAt = Date.now();
  if (declaredAt >= ownWithdrawalEndsAt(found, place)) return "too-late";
  const obligations = obligationsOn(place, declaredAt);
  const { laws: rules, proofYears, proofYearsAfterEnd } = obligations;
  const declaration = randomUUID();
  const documents = declarationDocuments(
    declaration,
    {
      kind: "withdraw",
      subscription: found.id,
      how: "signed-in",
      place,
      rules,
      declaredAt,
      dueAt: declaredAt,
      state: "open",
    },
    { text: withdrawalText(obligations), proofYears, proofYearsAfterEnd },
  );
  const declared = {
    kind: "withdraw",
    email,
    name: "",
    contract: "",
    type: "ordinary",
    reason: "",
    wishedDay: null,
    wishedAt: null,
    place,
    declaredAt,
    ...languageAskedIn(),
  } as const;
  const order = { brand: brandOfPlan(found.planCode), email, uid };
  const kept = { subscriptionId: found.id, declaration, declared, order };
  await withdrawAtOnce(kept, { subscription: found, documents });
  return "received";
}

/** What My Plan shows of a declaration that was made without signing in, and is not carried out yet. Epoch milliseconds. */
export interface OpenDeclaration {
  id: string;
  kind: "cancel" | "withdraw";
  declaredAt: number;
  /** Null while it is not known. */
  dueAt: number | null;
  /** Nothing happens without a press. */
  waitsForPress: boolean;
}

export async function declarationToConfirm(
  subscriptionId: string,
): Promise<OpenDeclaration | undefined> {
  const entry = await openDeclarationOf(subscriptionId);
  if (!entry || entry.payload.atOnce) return undefined;
  const { declaration: id, declared } = entry.payload;
  const { kind, declaredAt } = declared;
  const { dueAt, needsLink } = entry.progress;
  return { id, kind, declaredAt, dueAt, waitsForPress: needsLink === true };
}

/**
 * Carries out or stops the open declaration of the main subscription.
 * @param shown its id, as My Plan showed it: another may have taken its place since
 * @returns whether it was still the one that is open
 */
export async function decideOpenDeclaration(
  subscriber: Subscriber,
  decision: "cancel-now" | "keep-plan",
  shown: string,
): Promise<boolean> {
  const found = findMainSubscription(await subscriptionsOf(subscriber));
  if (!found) return false;
  const { id: subscriptionId } = found;
  if (decision === "cancel-now") return confirmOpenDeclaration(subscriptionId, shown, "my plan");
  const open = await openDeclarationOf(subscriptionId);
  if (open?.payload.declaration !== shown) return false;
  return (await objectTo({ subscriptionId, declaration: shown })) === "stopped";
}
