import { subscriptionById } from "~/features/account/subscriptions.server";
import { type DeclarationState, phaseOf } from "~/features/leaving/rules/declaration";
import type { PublicDeclaration } from "~/features/leaving/rules/public-declaration";
import type { Objection } from "~/features/leaving/services/not-me-link.server";
import {
  holdsDeclaration,
  type OpenEntry,
  openIdOf,
} from "~/features/leaving/services/outbox/open-declaration/entry.server";
import {
  lastDeclarationOf,
  openDeclarations,
} from "~/features/leaving/services/outbox/open-declaration/kind.server";
import { type Renewal, renewalOf } from "~/features/leaving/services/outbox/renewal.server";
import { declarationState, ifUndecided } from "~/features/leaving/store/declarations.server";
import { objection } from "~/features/leaving/store/objections.server";
import { closeEntry, revokeLease } from "~/platform/outbox/outbox";
import { decideEntry } from "~/platform/outbox/store/transaction.server";
import { unlessDown } from "~/platform/upstream/upstream.server";

/** 'This was not me': what has become of a declaration, and its end. */

/** Whether a declaration's link is about the entry: the entry holds that declaration, or has taken its place. */
function isAboutEntry(
  { payload }: OpenEntry,
  declaration: string,
  state: DeclarationState | undefined,
): boolean {
  if (holdsDeclaration(payload, declaration)) return true;
  // Older entries do not say whose place they have taken.
  const { replaced } = payload;
  return replaced ? replaced.includes(declaration) : state === "same" || state === "open";
}

/** What has become of a declaration, and whether the subscription goes on as far as is known. */
export interface LinkStanding {
  standing: "open" | "stopped" | "too-late";
  goesOn: boolean;
  /** What is open. */
  declared?: PublicDeclaration;
}

async function renewalKnown(subscriptionId: string): Promise<Renewal | undefined> {
  const asked = await unlessDown(subscriptionById(subscriptionId));
  if (!asked) return undefined;
  return asked.status === "expired" ? "canceled" : renewalOf(asked);
}

/** Whether only cancellations are open, of a subscription that was canceled in another way: they have come to what they say. */
const isOverBy = ({ payload }: OpenEntry, renewal: Renewal | undefined): boolean =>
  renewal === "canceled" &&
  [payload, ...payload.earlier].every(({ declared }) => declared.kind === "cancel");

/** What the link of a receipt is good for now. */
export async function standingOf(objected: Objection): Promise<LinkStanding> {
  const { subscriptionId, declaration } = objected;
  const [entry, state, renewal] = await Promise.all([
    lastDeclarationOf(subscriptionId),
    declarationState(declaration),
    renewalKnown(subscriptionId),
  ]);
  const goesOn = renewal === undefined || renewal === "active";
  if (entry && isAboutEntry(entry, declaration, state)) {
    const phase = phaseOf(entry);
    if (phase === "waits")
      return isOverBy(entry, renewal)
        ? { standing: "too-late", goesOn }
        : { standing: "open", goesOn, declared: entry.payload.declared };
    // By an objection or by the operator, or its link was never pressed.
    if (phase === "stopped") return { standing: "stopped", goesOn };
  }
  return { standing: state === "stopped" ? "stopped" : "too-late", goesOn };
}

/** The press on a receipt's link. */
export async function objectByLink(objected: Objection): Promise<LinkStanding> {
  const { standing, goesOn } = await standingOf(objected);
  if (standing === "too-late") return { standing, goesOn };
  return { standing: await objectTo(objected), goesOn };
}

/**
 * 'This was not me': stops the open declaration of a subscription, and all that were put aside for it. Later ones need a
 * press in a letter for a while.
 * @returns `too-late` if it was carried out
 */
export const objectTo = (objected: Objection): Promise<"stopped" | "too-late"> =>
  stop(objected, true);

/** 'Keep my plan': the same for an owner who has thought better of it, or does not say who declared it. */
export const keepPlan = (declared: Objection): Promise<"stopped" | "too-late"> =>
  stop(declared, false);

async function stop(
  { subscriptionId, declaration: own }: Objection,
  objects: boolean,
): Promise<"stopped" | "too-late"> {
  const now = Date.now();
  const state = await declarationState(own);
  const stopped = await decideEntry(openDeclarations, openIdOf(subscriptionId), ({ entry }) => {
    if (!entry || !isAboutEntry(entry, own, state)) return { result: false };
    const { payload } = entry;
    const all = [payload, ...payload.earlier].map(({ declaration }) => declaration);
    if (phaseOf(entry) === "decided") return { result: false };
    const amends = all.map((one) => ifUndecided(one, { state: "stopped", stoppedAt: now }));
    const begins = objects ? [objection(subscriptionId, now)] : [];
    const changes = { begins, amends, result: true };
    if (entry.state === "declined" && payload.earlier.length === 0) return changes;
    // The lease is taken from whoever carries it out at this moment.
    const closed = closeEntry(revokeLease(entry), "declined");
    const next = { ...closed, payload: { ...payload, earlier: [] }, updatedAt: now };
    return { next, ...changes };
  });
  return stopped || state === "stopped" ? "stopped" : "too-late";
}
