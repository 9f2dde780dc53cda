import { phaseOf } from "~/features/leaving/rules/declaration";
import type { PublicDeclaration } from "~/features/leaving/rules/public-declaration";
import type { Objection } from "~/features/leaving/services/not-me-link.server";
import { openDeclarations } from "~/features/leaving/services/outbox/open-declaration/kind.server";
import { amendUndecided, declarationState } from "~/features/leaving/store/declarations.server";
import { objection } from "~/features/leaving/store/objections.server";
import { closeEntry, revokeLease } from "~/platform/outbox/outbox";
import { decideEntry, entryAt } from "~/platform/outbox/store/transaction.server";

/** 'This was not me': what has become of a declaration, and its end. */

const idOf = encodeURIComponent;

/** Whether the link of a declaration is about the one that counts: that, or one that says the same. */
async function readOwn({ declaration }: Objection) {
  const state = await declarationState(declaration);
  const isAbout = (entry: { payload: { declaration: string } }) =>
    entry.payload.declaration === declaration || state === "same" || state === "open";
  return { state, isAbout };
}

/** What the link of a receipt is good for now. */
export async function standingOf(objection: Objection): Promise<{
  standing: "open" | "stopped" | "too-late";
  /** What is open. */
  declared?: PublicDeclaration;
}> {
  const [entry, { state, isAbout }] = await Promise.all([
    entryAt(openDeclarations, idOf(objection.subscriptionId)),
    readOwn(objection),
  ]);
  if (entry && isAbout(entry)) {
    const phase = phaseOf(entry);
    if (phase === "waits") return { standing: "open", declared: entry.payload.declared };
    // By an objection or by the operator, or its link was never pressed.
    if (phase === "stopped") return { standing: "stopped" };
  }
  return { standing: state === "stopped" ? "stopped" : "too-late" };
}

/**
 * Stops the open declaration of a subscription, and all that were put aside for it.
 * @returns `too-late` if it was carried out
 */
export async function objectTo(objected: Objection): Promise<"stopped" | "too-late"> {
  const { subscriptionId } = objected;
  const now = Date.now();
  const { state, isAbout } = await readOwn(objected);
  const stopped = await decideEntry(openDeclarations, idOf(subscriptionId), ({ entry }) => {
    if (!entry || !isAbout(entry)) return { result: undefined };
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
