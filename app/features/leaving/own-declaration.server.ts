import { randomUUID } from "node:crypto";
import { brandOfPlan } from "~/features/account/brand";
import { otherPlans } from "~/features/account/other-plans";
import { placeIn } from "~/features/account/place.server";
import { findMainSubscription, type Subscription } from "~/features/account/subscription";
import { subscriptionsOf } from "~/features/account/subscriptions.server";
import { withdrawalPeriod } from "~/features/leaving/rules/withdrawal";
import { keepPlan } from "~/features/leaving/services/objecting.server";
import { obligationsOn } from "~/features/leaving/services/obligations.server";
import {
  confirmOpenDeclaration,
  withdrawAtOnce,
} from "~/features/leaving/services/outbox/open-declaration/change.server";
import { openDeclarationOf } from "~/features/leaving/services/outbox/open-declaration/kind.server";
import { renewalOf } from "~/features/leaving/services/outbox/renewal.server";
import { withdrawalText } from "~/features/leaving/services/shown-words.server";
import {
  declarationDocuments,
  declarationsOf,
  type KeptDeclaration,
} from "~/features/leaving/store/declarations.server";
import { languageAskedIn } from "~/platform/languages/languages.server";
import type { Subscriber } from "~/platform/session/session.server";

// What a signed-in subscriber can do: withdraw, and confirm or stop a declaration that was made without signing in.

/** Until when a subscription can be withdrawn from: by the rule of the place, else 14 days. */
export const ownWithdrawalEndsAt = (subscription: Subscription, place: string | null): number =>
  withdrawalPeriod(subscription, Date.now(), (at) => obligationsOn(place, at)).endsAt;

/**
 * Withdraws from a subscription, at once.
 * @param id of one of their main plans; by default, of the main subscription
 * @returns `none`: there is none; `too-late`: the period is over; `unknown`: Firestore may still keep it
 * @throws UpstreamError if it was not kept
 */
export async function withdrawOwn(
  subscriber: Subscriber,
  id = "",
): Promise<"received" | "none" | "too-late" | "unknown"> {
  const { uid, email } = subscriber;
  const all = await subscriptionsOf(subscriber);
  const found = findMainSubscription(id === "" ? all : all.filter((one) => one.id === id));
  // A canceled subscription can still be withdrawn from: what was paid is paid back.
  if (!found) return "none";
  const place = await placeIn(found, uid);
  const declaredAt = Date.now();
  if (declaredAt >= ownWithdrawalEndsAt(found, place)) return "too-late";
  const obligations = obligationsOn(place, declaredAt);
  const declaration = randomUUID();
  const documents = declarationDocuments(
    declaration,
    {
      kind: "withdraw",
      subscription: found.id,
      how: "signed-in",
      place,
      declaredAt,
      dueAt: declaredAt,
    },
    obligations,
    withdrawalText(obligations),
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
 * Carries out or stops the open declaration of one of the subscriber's subscriptions.
 * @param shown what My Plan showed: another declaration may have taken its place since. Without a subscription, the main one
 * @returns which it was; false if the declaration was no longer open
 */
export async function decideOpenDeclaration(
  subscriber: Subscriber,
  decision: "cancel-now" | "keep-plan",
  { declaration, subscription }: { declaration: string; subscription: string },
): Promise<"main" | "other" | false> {
  const subscriptions = await subscriptionsOf(subscriber);
  const main = findMainSubscription(subscriptions);
  const others = otherPlans(subscriptions);
  const found =
    subscription === "" ? main : [main, ...others].find((one) => one?.id === subscription);
  if (!found) return false;
  const isDone =
    decision === "cancel-now"
      ? await confirmOpenDeclaration(found.id, declaration, "my plan")
      : await keepShown(found, declaration);
  return isDone && (found === main ? "main" : "other");
}

/** Stops a declaration, unless another one has taken its place. @returns whether it is stopped, be it by a press before */
async function keepShown(subscription: Subscription, declaration: string): Promise<boolean> {
  const { id } = subscription;
  const open = await openDeclarationOf(id);
  if (open)
    return (
      open.payload.declaration === declaration &&
      (await keepPlan({ subscriptionId: id, declaration })) === "stopped"
    );
  const wasStopped = (one: KeptDeclaration) => one.id === declaration && one.state === "stopped";
  const wasKept = (await declarationsOf(id)).some(wasStopped);
  return wasKept && (await renewalOf(subscription)) === "active";
}
