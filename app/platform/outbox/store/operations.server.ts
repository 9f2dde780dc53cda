import type { CollectionReference, Query, QueryDocumentSnapshot } from "firebase-admin/firestore";
import pMap from "p-map";
import { revokeLease } from "~/platform/outbox/outbox";
import { type EntryKind, readEntry } from "~/platform/outbox/store/document.server";
import { entryName } from "~/platform/outbox/store/name.server";
import { decideEntry } from "~/platform/outbox/store/transaction.server";
import { inFirestore } from "~/platform/store/firestore.server";

/** An entry or malformed document that is not finished. Contains no personal data except its id. */
export interface Unsettled {
  id: string;
  state: "waiting" | "needs-person" | "set-aside";
  /** When it was requested, in epoch milliseconds; undefined if unreadable. */
  since: number | undefined;
  dueAt: number | null;
  attempts: number;
  /** Why a person is needed: names of fields or systems. */
  reason: string | undefined;
}

/** Limit per query. */
const defaultLimit = 1_000;

/** Documents per read, few enough for a read's deadline. */
const pageSize = 250;

const needingPerson = (documents: CollectionReference): Query =>
  documents.where("needsPerson.at", ">=", 0).orderBy("needsPerson.at");

/** Queries for unsettled documents. A document may match several. Each needs only an automatic, single-field index. */
const unsettled: ((documents: CollectionReference) => Query)[] = [
  // Scheduled, the longest due first. Also finds malformed documents, e.g. with a due time that is no number.
  (documents) => documents.where("dueAt", "!=", null).orderBy("dueAt"),
  // Needs a person; it may have no more automatic retries.
  needingPerson,
  // Dead letters.
  (documents) => documents.where("setAside.at", ">=", 0).orderBy("setAside.at"),
  // Open. Also finds entries that do not run in the background, and documents without a due time.
  (documents) => documents.where("state", "==", "open"),
];

/** The results of a query, in pages. */
export async function* pagesOf(
  { collection }: Pick<EntryKind, "collection">,
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
 * Entries that wait or need a person, and dead letters, oldest first.
 * @param limit documents per query
 * @returns `isCut`: whether the limit left some out
 */
export async function listUnsettled(
  kind: EntryKind,
  limit = defaultLimit,
): Promise<{ entries: Unsettled[]; isCut: boolean }> {
  let isCut = false;
  const found = new Map<string, Record<string, unknown>>();
  for (const query of unsettled) {
    let left = limit;
    // One more than the limit tells that it left some out.
    for await (const page of pagesOf(kind, query, Math.min(limit + 1, pageSize))) {
      for (const document of page.slice(0, left)) found.set(document.id, document.data());
      isCut ||= page.length > left;
      left -= page.length;
      if (left < 0) break;
    }
  }
  const entries = [...found]
    .map(([id, fields]) => describe(kind, id, fields))
    .sort((one, other) => (one.since ?? 0) - (other.since ?? 0));
  return { entries, isCut };
}

/** Counts without a limit. A malformed document counts as set aside only once it has been. */
export async function countUnsettled({ collection }: EntryKind) {
  return inFirestore("read", async (database) => {
    const documents = database.collection(collection);
    const withoutPerson = documents.where("state", "==", "open").where("needsPerson", "==", null);
    const count = async (query: Query) => (await query.count().get()).data().count;
    const [open, neverDue, needsPerson, setAside] = await Promise.all([
      count(withoutPerson),
      count(withoutPerson.where("dueAt", "==", null)),
      count(documents.where("needsPerson.at", ">=", 0)),
      count(documents.where("setAside.at", ">=", 0)),
    ]);
    return { waiting: open - neverDue, needsPerson, setAside };
  });
}

/** The id of the unsettled entry with this name. Searches without a limit. */
export async function findUnsettled(kind: EntryKind, name: string): Promise<string | undefined> {
  for (const query of unsettled)
    for await (const page of pagesOf(kind, query)) {
      const found = page.find(({ id }) => entryName(kind.name, id) === name);
      if (found) return found.id;
    }
  return undefined;
}

function describe(kind: EntryKind, id: string, fields: Record<string, unknown>): Unsettled {
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
 * Makes an open or given-up entry, or a dead letter, due at once, and revokes the lease. Attempts so far do not matter.
 * @returns false if there is no such entry
 */
export function retry(kind: EntryKind, id: string): Promise<boolean> {
  return decideEntry(kind, id, ({ entry, malformed }, now) => {
    if (malformed) return { fields: { dueAt: now, setAside: null }, result: true };
    if (entry?.state !== "open" && entry?.state !== "given-up") return { result: false };
    const patientUntil = kind.stopsThen ? entry.patientUntil : now + kind.askPersonAfter;
    const reset = { state: "open", patientUntil, needsPerson: null, dueAt: now } as const;
    return { next: { ...revokeLease(entry), ...reset, updatedAt: now }, result: true };
  });
}

/** Makes every entry due at once that needs a person. @returns how many */
export async function retryAll(kind: EntryKind): Promise<number> {
  const ids: string[] = [];
  for await (const page of pagesOf(kind, needingPerson)) ids.push(...page.map(({ id }) => id));
  const retried = await pMap(ids, (id) => retry(kind, id), { concurrency: 20 });
  return retried.filter(Boolean).length;
}

/**
 * Gives up an open entry or dead letter: ends its retries and revokes the lease.
 * @returns false if there is no such entry
 */
export function markGivenUp(kind: EntryKind, id: string, reason: string): Promise<boolean> {
  return decideEntry(kind, id, ({ entry, malformed }, now) => {
    if (!malformed && entry?.state !== "open") return { result: false };
    if (kind.isErasedWhenSettled) return { erases: true, result: true };
    const end = { state: "given-up", dueAt: null, needsPerson: null, setAside: null } as const;
    const lease = { lease: (malformed?.lease ?? 0) + 1, leaseUntil: 0 };
    const fields = { ...(entry ? revokeLease(entry) : lease), ...end };
    return { fields: { ...fields, givenUp: { at: now, reason }, updatedAt: now }, result: true };
  });
}
