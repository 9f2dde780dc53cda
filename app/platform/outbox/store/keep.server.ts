import { claim, isLeased, type OutboxEntry } from "~/platform/outbox/outbox";
import type { Claim } from "~/platform/outbox/store/claim.server";
import type { EntryKind, FoundEntry } from "~/platform/outbox/store/document.server";
import {
  type Amendment,
  type DocumentBeside,
  decideEntry,
} from "~/platform/outbox/store/transaction.server";

export interface NewEntry<P, G> {
  key: string;
  payload: P;
  progress: G;
  /** Whether any process may claim it from now on. If not, only the request that stores it carries it out. */
  runsInBackground: boolean;
}

/** What a subscriber asked for, and how it combines with an entry that already exists under its id. */
interface Wish<P, G> {
  /** Whether the entry shows that the wish is already fulfilled. */
  isDone(entry: OutboxEntry<P, G>, now: number): boolean;
  /** Whether the entry is for the same wish and not yet fulfilled. */
  canJoin(entry: OutboxEntry<P, G>, now: number): boolean;
  /** Whether it takes an entry that it can join from whoever carries that out now. */
  takesOver?(entry: OutboxEntry<P, G>): boolean;
  /** The fields to change in the entry that it joins. */
  join(entry: OutboxEntry<P, G>, now: number): Partial<OutboxEntry<P, G>>;
  /** The new entry if there is none to join. */
  begin(found: FoundEntry<P, G>): NewEntry<P, G>;
  /** Whose erasure keeps it from being written; left out where it must be written all the same. */
  owner?: string;
  /** Documents that are written with the entry. @param joins whether it joins one that exists */
  beside?: (joins: boolean) => readonly DocumentBeside[];
  /** What changes in other documents with a new entry. @param before the entry in whose place it comes */
  amends?: (before: OutboxEntry<P, G>) => readonly Amendment[];
}

export interface KeptEntry<P, G> {
  entry: OutboxEntry<P, G>;
  /** Present if the caller must carry it out. Otherwise another process does, or there is nothing left to do. */
  claim?: Claim<P, G>;
}

/** Stores a wish durably: once this resolves, it cannot be lost. If several callers store it, one gets the claim. */
export function keepEntry<P, G>(
  kind: EntryKind<P, G>,
  id: string,
  { isDone, canJoin, takesOver = () => false, join, begin, owner, beside, amends }: Wish<P, G>,
): Promise<KeptEntry<P, G>> {
  const decide = (found: FoundEntry<P, G>, now: number) => {
    const { entry, malformed } = found;
    const isTheirs = (held: OutboxEntry<P, G>) => isLeased(held, now) && !takesOver(held);
    if (entry && (isDone(entry, now) || (canJoin(entry, now) && isTheirs(entry))))
      return { result: { entry } };
    const joined = entry && canJoin(entry, now) ? entry : undefined;
    const next = claim<OutboxEntry<P, G>>(
      joined
        ? { ...joined, state: "open", ...join(joined, now) }
        : { ...newEntry(kind, begin(found), now), lease: (entry ?? malformed)?.lease ?? 0 },
      kind,
      now,
    );
    return {
      next,
      ...(beside && { begins: beside(joined !== undefined) }),
      ...(amends && entry && !joined && { amends: amends(entry) }),
      result: { entry: next, claim: { id, entry: next } },
    };
  };
  return decideEntry<P, G, KeptEntry<P, G>>(kind, id, decide, owner);
}

/** An open entry that nobody has claimed yet. */
export const newEntry = <P, G>(
  kind: EntryKind<P, G>,
  { runsInBackground, ...wish }: NewEntry<P, G>,
  now: number,
) => ({
  ...wish,
  state: "open" as const,
  requestedAt: now,
  updatedAt: now,
  dueAt: runsInBackground ? now : null,
  leaseUntil: 0,
  attempts: 0,
  patientUntil: now + kind.askPersonAfter,
  needsPerson: null,
});
