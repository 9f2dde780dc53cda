import { inFirestore } from "~/clients/firestore.server";
import { decideEntry, type KeptKind, readEntry } from "~/clients/outbox.server";
import { taken } from "~/domain/outbox";

/** An entry, or a malformed document, about which something is still to be done. Names nobody but by its id. */
export interface Unsettled {
  id: string;
  state: "waiting" | "needs-person" | "set-aside";
  /** Epoch milliseconds since which it stands there; undefined where that cannot be read. */
  since: number | undefined;
  dueAt: number | null;
  attempts: number;
  /** Why a person is asked for: names of fields or of systems. */
  reason: string | undefined;
}

/** Most entries of one kind that are listed. */
const mostListed = 1_000;

/** What waits, has been set aside or needs a person, oldest first. */
export async function listUnsettled(kind: KeptKind): Promise<Unsettled[]> {
  const snapshots = await inFirestore("read", (database) => {
    const documents = database.collection(kind.collection);
    return Promise.all(
      [
        documents.where("state", "==", "open"),
        // Those whose state cannot be read.
        documents.where("dueAt", ">=", 0),
        documents.where("setAside.at", ">=", 0),
      ].map((query) => query.limit(mostListed).get()),
    );
  });
  const found = new Map(
    snapshots.flatMap(({ docs }) => docs).map((document) => [document.id, document.data()]),
  );
  return [...found]
    .map(([id, fields]) => describe(kind, id, fields))
    .sort((one, other) => (one.since ?? 0) - (other.since ?? 0));
}

function describe(kind: KeptKind, id: string, fields: Record<string, unknown>): Unsettled {
  const { entry, malformed } = readEntry(kind, fields);
  if (!entry) {
    const { requestedAt: at } = fields;
    const since = typeof at === "number" ? at : undefined;
    return { id, state: "set-aside", since, dueAt: null, attempts: 0, reason: malformed?.reason };
  }
  const { requestedAt: since, dueAt, attempts, needsPerson } = entry;
  const state = needsPerson ? "needs-person" : "waiting";
  return { id, state, since, dueAt, attempts, reason: needsPerson?.reason };
}

/**
 * Has an entry tried at once, however often it has failed; whoever holds it does no longer.
 * @returns whether there is one that is not settled
 */
export function retry(kind: KeptKind, id: string): Promise<boolean> {
  return decideEntry(kind, id, ({ entry, malformed }, now) => {
    if (malformed) return { fields: { dueAt: now, setAside: null }, result: true };
    if (entry?.state !== "open" && entry?.state !== "given-up") return { result: false };
    const patientUntil = kind.stopsThen ? entry.patientUntil : now + kind.askPersonAfter;
    const anew = { state: "open", patientUntil, needsPerson: null, dueAt: now } as const;
    return { next: { ...taken(entry), ...anew, updatedAt: now }, result: true };
  });
}

/**
 * Has an entry never tried again; whoever holds it does no longer.
 * @returns whether there is one that is not settled
 */
export function giveUp(kind: KeptKind, id: string, reason: string): Promise<boolean> {
  return decideEntry(kind, id, ({ entry, malformed }, now) => {
    if (!malformed && entry?.state !== "open") return { result: false };
    const end = { state: "given-up", dueAt: null, needsPerson: null, setAside: null } as const;
    const hold = { lease: (malformed?.lease ?? 0) + 1, leaseUntil: 0 };
    const fields = { ...(entry ? taken(entry) : hold), ...end };
    return { fields: { ...fields, givenUp: { at: now, reason }, updatedAt: now }, result: true };
  });
}
