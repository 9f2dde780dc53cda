import type { Subscription } from "~/features/account/subscription";
import { phaseOf } from "~/features/leaving/rules/declaration";
import { wishOf } from "~/features/leaving/services/cancellation-wish.server";
import { countsAs } from "~/features/leaving/services/outbox/open-declaration/due.server";
import {
  asDeclaredOf,
  confirmedOf,
  holdsDeclaration,
  isCanceledAgain,
  type OpenEntry,
  type OpenPayload,
  type OpenProgress,
  openDeclarationName,
  openIdOf,
  openPayload,
  openProgress,
  type Said,
  withoutSaid,
} from "~/features/leaving/services/outbox/open-declaration/entry.server";
import { goOnWithDeclaration } from "~/features/leaving/services/outbox/open-declaration/run.server";
import {
  amendDeclaration,
  declarationState,
  ifUndecided,
} from "~/features/leaving/store/declarations.server";
import type { OutboxKind } from "~/platform/outbox/runner.server";
import { newEntry } from "~/platform/outbox/store/keep.server";
import { decideEntry, entryAt } from "~/platform/outbox/store/transaction.server";
import { hour } from "~/platform/values/durations";

/**
 * The declaration of a subscription that is not carried out yet, in `openDeclarations/{subscription id}`. Silence
 * carries it out, an objection stops it (docs/product.md#leaving).
 */
export const openDeclarations: OutboxKind<OpenPayload, OpenProgress, never> = {
  name: openDeclarationName,
  collection: "openDeclarations",
  payload: openPayload,
  progress: openProgress,
  // Asking for the subscription takes up to 4 s, the PDF 15 s, each of two letters 6.5 s.
  lease: 45_000,
  backOff: { first: 5_000, most: 900_000 },
  askPersonAfter: 3 * hour,
  stopsThen: false,
  concurrency: 10,
  rate: { max: 100, duration: 1_000 },
  handle: goOnWithDeclaration,
  async afterGiveUp(id) {
    const entry = await entryAt(openDeclarations, id);
    // If it was carried out, it stays so: only letters about it are given up.
    if (!entry || entry.progress.wished) return;
    const { declaration, subscriptionId } = entry.payload;
    // The process died before it noted that the wish is kept, which is carried out all the same.
    if (
      entry.progress.handedOver &&
      (await wishOf(subscriptionId))?.payload.declaration === declaration
    )
      return;
    if ((await declarationState(declaration)) === "open")
      await amendDeclaration(declaration, { state: "stopped", stoppedAt: Date.now() });
    await goBackToConfirmed(id);
  },
};

/** A declaration that was confirmed for a later day is not given up with the one that took its place: it comes back. */
async function goBackToConfirmed(id: string): Promise<void> {
  await decideEntry(openDeclarations, id, ({ entry }, now) => {
    const found = entry && phaseOf(entry) === "stopped" ? confirmedOf(entry.payload) : undefined;
    if (!entry || !found) return { result: undefined };
    return {
      next: putInFront(entry, found, withoutSaid(entry.payload.earlier, found), now),
      amends: [ifUndecided(found.declaration, { state: "open" })],
      result: undefined,
    };
  });
}

/** The entry with another declaration in front. The lease is taken from whoever carries out the one that was there. */
export function putInFront(
  { payload, lease }: OpenEntry,
  { declaration, declared, progress }: Said,
  earlier: Said[],
  now: number,
  atOnce = false,
): OpenEntry {
  const changed = { ...payload, declaration, declared, earlier, atOnce };
  const wish = { key: declaration, payload: changed, progress, runsInBackground: true };
  return { ...newEntry(openDeclarations, wish, now), lease: lease + 1 };
}

/** The last declaration of a subscription, whatever has become of it. */
export const lastDeclarationOf = (subscriptionId: string) =>
  entryAt(openDeclarations, openIdOf(subscriptionId));

/** Whether this very declaration was kept before: a process may have died before it noted that. */
export async function isKept(subscriptionId: string, declaration: string): Promise<boolean> {
  const entry = await lastDeclarationOf(subscriptionId);
  return entry !== undefined && holdsDeclaration(entry.payload, declaration);
}

/** The open declaration of a subscription; undefined if there is none. */
export async function openDeclarationOf(subscriptionId: string) {
  const entry = await lastDeclarationOf(subscriptionId);
  return entry?.state === "open" && !entry.progress.handedOver ? entry : undefined;
}

/** The last declaration of a subscription, where it was carried out or is being carried out. */
export async function decidedOf(subscriptionId: string) {
  const entry = await lastDeclarationOf(subscriptionId);
  return entry && phaseOf(entry) === "decided" ? entry : undefined;
}

/** Whether a subscription was last left by a withdrawal. */
export async function hasWithdrawn(subscription: Subscription): Promise<boolean> {
  const [entry, wish] = await Promise.all([
    lastDeclarationOf(subscription.id),
    wishOf(subscription.id),
  ]);
  if (!entry || phaseOf(entry) !== "decided") return false;
  const { payload, progress } = entry;
  const { declared, atOnce } = payload;
  if (!atOnce && !progress.handedOver) return false;
  if (countsAs(declared, asDeclaredOf(payload, subscription)) !== "withdraw") return false;
  return !isCanceledAgain(entry, wish) && declared.declaredAt >= subscription.startedAt;
}
