import type { CollectionReference, Query, QueryDocumentSnapshot } from "firebase-admin/firestore";
import { inFirestore } from "~/clients/firestore.server";
import { type KeptKind, readEntry } from "~/clients/outbox/document.server";
import { entryName } from "~/clients/outbox/name.server";
import { decideEntry } from "~/clients/outbox/transaction.server";
import { revokeLease } from "~/domain/outbox";

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

/** Most documents of each sort that are listed. */
const mostListed = 1_000;

/** Documents that are read at once: a page comes well within a read's time, however many there are. */
const pageSize = 250;

/** Where what is not settled is found. Each needs the index of one field only, which Firestore keeps by itself. */
const unsettled: ((documents: CollectionReference) => Query)[] = [
  // Due some time, the longest due first; the state may be unreadable, and the time no number.
  (documents) => documents.where("dueAt", "!=", null).orderBy("dueAt"),
  // For a person; nothing may run it by itself any more.
  (documents) => documents.where("needsPerson.at", ">=", 0).orderBy("needsPerson.at"),
  // Set aside.
  (documents) => documents.where("setAside.at", ">=", 0).orderBy("setAside.at"),
  // Open, also what is left to somebody's next press, and what names no time at all.
  (documents) => documents.where("state", "==", "open"),
];

/** Goes through what a query finds, in its order. */
async function* pagesOf(
  { collection }: KeptKind,
  query: (documents: CollectionReference) => Query,
  size = pageSize,
): AsyncGenerator<QueryDocumentSnapshot[]> {
  let last: QueryDocumentSnapshot | undefined;
  do {
    const after = last;
    const { docs } = await inFirestore("read", (database) => {
      const all = query(database.collection(collection));
      return (after ? all.startAfter(after) : all).limit(size).get();
    });
    yield docs;
    last = docs.length === size ? docs.at(-1) : undefined;
  } while (last);
}

/**
 * What waits, has been set aside or needs a person, oldest first.
 * @param most documents of each sort, the longest due first
 * @returns `isCut`: whether there are more
 */
export async function listUnsettled(
  kind: KeptKind,
  most = mostListed,
): Promise<{ entries: Unsettled[]; isCut: boolean }> {
  let isCut = false;
  const found = new Map<string, Record<string, unknown>>();
  for (const query of unsettled) {
    let count = 0;
    for await (const page of pagesOf(kind, query, Math.min(most, pageSize))) {
      if (count >= most) {
        isCut ||= page.length > 0;
        break;
      }
      for (const document of page) found.set(document.id, document.data());
      count += page.length;
    }
  }
  const entries = [...found]
    .map(([id, fields]) => describe(kind, id, fields))
    .sort((one, other) => (one.since ?? 0) - (other.since ?? 0));
  return { entries, isCut };
}

/** How many there are, however many that is. What is malformed counts as set aside once it has been. */
export async function countUnsettled({ collection }: KeptKind) {
  return inFirestore("read", async (database) => {
    const documents = database.collection(collection);
    const untroubled = documents.where("state", "==", "open").where("needsPerson", "==", null);
    const count = async (query: Query) => (await query.count().get()).data().count;
    const [open, neverDue, needsPerson, setAside] = await Promise.all([
      count(untroubled),
      count(untroubled.where("dueAt", "==", null)),
      count(documents.where("needsPerson.at", ">=", 0)),
      count(documents.where("setAside.at", ">=", 0)),
    ]);
    return { waiting: open - neverDue, needsPerson, setAside };
  });
}

/** The id of what is not settled and has this name, however much else is not. */
export async function findUnsettled(kind: KeptKind, name: string): Promise<string | undefined> {
  for (const query of unsettled)
    for await (const page of pagesOf(kind, query)) {
      const found = page.find(({ id }) => entryName(kind.name, id) === name);
      if (found) return found.id;
    }
  return undefined;
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
 * Makes an entry due at once, however often it has failed, and revokes its lease.
 * @returns whether there is one that is not settled
 */
export function retry(kind: KeptKind, id: string): Promise<boolean> {
  return decideEntry(kind, id, ({ entry, malformed }, now) => {
    if (malformed) return { fields: { dueAt: now, setAside: null }, result: true };
    if (entry?.state !== "open" && entry?.state !== "given-up") return { result: false };
    const patientUntil = kind.stopsThen ? entry.patientUntil : now + kind.askPersonAfter;
    const anew = { state: "open", patientUntil, needsPerson: null, dueAt: now } as const;
    return { next: { ...revokeLease(entry), ...anew, updatedAt: now }, result: true };
  });
}

/**
 * Gives an entry up, so that it is never tried again, and revokes its lease.
 * @returns whether there is one that is not settled
 */
export function giveUp(kind: KeptKind, id: string, reason: string): Promise<boolean> {
  return decideEntry(kind, id, ({ entry, malformed }, now) => {
    if (!malformed && entry?.state !== "open") return { result: false };
    const end = { state: "given-up", dueAt: null, needsPerson: null, setAside: null } as const;
    const hold = { lease: (malformed?.lease ?? 0) + 1, leaseUntil: 0 };
    const fields = { ...(entry ? revokeLease(entry) : hold), ...end };
    return { fields: { ...fields, givenUp: { at: now, reason }, updatedAt: now }, result: true };
  });
}
