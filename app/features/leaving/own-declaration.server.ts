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

// What a signed-in subscriber can do: withdraw, and confirm or stop a declaration that was made without signing in.

/** Until when a subscription can be withdrawn from: by the rule of the place, else 14 days. */
export const ownWithdrawalEndsAt = (subscription: Subscription, place: string | null): number =>
  withdrawalPeriod(subscription, Date.now(), (at) => obligationsOn(place, at)).endsAt;

/**
 * Withdraws from the main subscription, at once.
 * @returns `none`: there is none; `too-late`: the period is over; `unknown`: Firestore may still keep it
 * @throws UpstreamError if it was not kept
 */
export async function withdrawOwn(
  subscriber: Subscriber,
): Promise<"received" | "none" | "too-late" | "unknown"> {
  const { uid, email } = subscriber;
  const found = findMainSubscription(await subscriptionsOf(subscriber));
  // A canceled subscription can still be withdrawn from: what was paid is paid back.
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
  return withdrawAtOnce(kept, { subscription: found, documents });
}

/** What My Plan shows of a declaration that was made without signing in, and is not carried out yet. Epoch milliseconds. */
export interface OpenDeclaration {
  id: string;
  kind: "cancel" | "withdraw";
  declaredAt: number;
  /** Null while it is not known. */
  dueAt: number | null;
  /** Whether nothing happens without a press. */
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
 * @param shown the id that My Plan showed: another declaration may have taken its place since
 * @returns whether it was still open
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
