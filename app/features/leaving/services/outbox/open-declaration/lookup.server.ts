import type { Subscription } from "~/features/account/subscription";
import { phaseOf } from "~/features/leaving/rules/declaration";
import { wishOf } from "~/features/leaving/services/cancellation-wish.server";
import { countsAs } from "~/features/leaving/services/outbox/open-declaration/due.server";
import {
  holdsDeclaration,
  isCanceledAgain,
  openIdOf,
} from "~/features/leaving/services/outbox/open-declaration/entry.server";
import { openDeclarations } from "~/features/leaving/services/outbox/open-declaration/kind.server";
import { entryAt } from "~/platform/outbox/store/transaction.server";

/** Whether this very declaration was kept before: a process may have died before it noted that. */
export async function isKept(subscriptionId: string, declaration: string): Promise<boolean> {
  const entry = await entryAt(openDeclarations, openIdOf(subscriptionId));
  return entry !== undefined && holdsDeclaration(entry.payload, declaration);
}

/** The open declaration of a subscription; undefined if there is none. */
export async function openDeclarationOf(subscriptionId: string) {
  const entry = await entryAt(openDeclarations, openIdOf(subscriptionId));
  return entry?.state === "open" && !entry.progress.handedOver ? entry : undefined;
}

/** The last declaration of a subscription, where it was carried out or is being carried out. */
export async function decidedOf(subscriptionId: string) {
  const entry = await entryAt(openDeclarations, openIdOf(subscriptionId));
  return entry && phaseOf(entry) === "decided" ? entry : undefined;
}

/** Whether a subscription was last left by a withdrawal. */
export async function hasWithdrawn(subscription: Subscription): Promise<boolean> {
  const [entry, wish] = await Promise.all([
    entryAt(openDeclarations, openIdOf(subscription.id)),
    wishOf(subscription.id),
  ]);
  if (!entry || phaseOf(entry) !== "decided") return false;
  const { payload, progress } = entry;
  const { declared, place, atOnce } = payload;
  if (!atOnce && !progress.handedOver) return false;
  const country = subscription.country ?? place ?? undefined;
  if (countsAs(declared, { ...subscription, country }) !== "withdraw") return false;
  return !isCanceledAgain(entry, wish) && declared.declaredAt >= subscription.startedAt;
}
