import { subscriptionById } from "~/features/account/subscriptions.server";
import { type DeclarationState, phaseOf } from "~/features/leaving/rules/declaration";
import type { PublicDeclaration } from "~/features/leaving/rules/public-declaration";
import type { Objection } from "~/features/leaving/services/not-me-link.server";
import {
  holdsDeclaration,
  type OpenPayload,
  openIdOf,
} from "~/features/leaving/services/outbox/open-declaration/entry.server";
import { openDeclarations } from "~/features/leaving/services/outbox/open-declaration/kind.server";
import { renewalOf } from "~/features/leaving/services/outbox/renewal.server";
import { amendUndecided, declarationState } from "~/features/leaving/store/declarations.server";
import { objection } from "~/features/leaving/store/objections.server";
import { closeEntry, revokeLease } from "~/platform/outbox/outbox";
import { decideEntry, entryAt } from "~/platform/outbox/store/transaction.server";
import { unlessDown } from "~/platform/upstream/upstream.server";

/** 'This was not me': what has become of a declaration, and its end. */

/** Whether a declaration's link is about the entry: the entry holds that declaration, or has taken its place. */
function isAboutEntry(
  { payload }: { payload: OpenPayload },
  declaration: string,
  state: DeclarationState | undefined,
): boolean {
  if (holdsDeclaration(payload, declaration)) return true;
  // Older entries do not say whose place they have taken.
  const { replaced } = payload;
  return replaced ? replaced.includes(declaration) : state === "same" || state === "open";
}

/** Whether somebody has canceled the subscription in another way, as far as is known. */
async function hasEnded(subscriptionId: string): Promise<boolean> {
  const asked = await unlessDown(subscriptionById(subscriptionId));
  if (!asked) return false;
  return asked.status !== "active" || (await renewalOf(asked)) !== "active";
}

/** What the link of a receipt is good for now. */
export async function standingOf(objected: Objection): Promise<{
  standing: "open" | "stopped" | "too-late";
  /** What is open. */
  declared?: PublicDeclaration;
}> {
  const { subscriptionId, declaration } = objected;
  const [entry, state] = await Promise.all([
    entryAt(openDeclarations, openIdOf(subscriptionId)),
    declarationState(declaration),
  ]);
  if (entry && isAboutEntry(entry, declaration, state)) {
    const phase = phaseOf(entry);
    if (phase === "waits")
      return (await hasEnded(subscriptionId))
        ? { standing: "too-late" }
        : { standing: "open", declared: entry.payload.declared };
    // By an objection or by the operator, or its link was never pressed.
    if (phase === "stopped") return { standing: "stopped" };
  }
  return { standing: state === "stopped" ? "stopped" : "too-late" };
}

/** The press on a receipt's link. What is open is stopped, even where the subscription has ended: it may be resumed. */
export async function objectByLink(objected: Objection): Promise<"stopped" | "too-late"> {
  const isOver = await hasEnded(objected.subscriptionId);
  const outcome = await objectTo(objected);
  return isOver ? "too-late" : outcome;
}

/**
 * Stops the open declaration of a subscription, and all that were put aside for it.
 * @returns `too-late` if it was carried out
 */
export async function objectTo(objected: Objection): Promise<"stopped" | "too-late"> {
  const { subscriptionId, declaration: own } = objected;
  const now = Date.now();
  const state = await declarationState(own);
  const stopped = await decideEntry(openDeclarations, openIdOf(subscriptionId), ({ entry }) => {
    if (!entry || !isAboutEntry(entry, own, state)) return { result: undefined };
    const { payload } = entry;
    const all = [payload, ...payload.earlier].map(({ declaration }) => declaration);
    if (phaseOf(entry) === "decided") return { result: undefined };
    if (entry.state === "declined" && payload.earlier.length === 0) return { result: all };
    // The lease is taken from whoever carries it out at this moment.
    const closed = closeEntry(revokeLease(entry), "declined");
    const next = { ...closed, payload: { ...payload, earlier: [] }, updatedAt: now };
    return { next, begins: [objection(subscriptionId, now)], result: all };
  });
  if (stopped === undefined) return state === "stopped" ? "stopped" : "too-late";
  for (const declaration of stopped)
    await amendUndecided(declaration, { state: "stopped", stoppedAt: now });
  return "stopped";
}
