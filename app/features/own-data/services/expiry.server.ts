import pMap from "p-map";
import { lastUsesOf } from "~/features/account/last-use.server";
import { noticesOwed } from "~/features/leaving/notices.server";
import {
  analysisCollections,
  judgeRetention,
  letterCollections,
  type OwnedCollection,
  ownerOf,
  type PersonalCollection,
  passingCollections,
  personalCollections,
  retentionCutoff,
} from "~/features/own-data/rules/retention";
import {
  createIfNone,
  documentsBefore,
  documentsOf,
  eraseDocuments,
  type StoredDocument,
} from "~/features/own-data/store/personal-documents.server";
import { unlessDown } from "~/platform/upstream/upstream.server";
import { moment } from "~/platform/values/moment";

/** What expires together with the date of last use, in the order of erasure. */
const withLastUse = [...letterCollections, ...analysisCollections];

/** What dates them, by uid. */
const lastUse: OwnedCollection = { name: "subscribers" };

/** Of these some must be asked for at billing. */
const peopleAtOnce = 8;

/** Numbers of documents in a collection. */
export interface ExpiryCount {
  collection: string;
  /** Expired: erased, or to be erased with `commit`. */
  due: number;
  erased: number;
  /** Expired, but an order or a request still needs it. */
  needed: number;
  /** Expired, but the system that knows whether something needs it did not say: a later run decides. */
  unknown: number;
}

const newCount = (collection: string): ExpiryCount => ({
  collection,
  due: 0,
  erased: 0,
  needed: 0,
  unknown: 0,
});

interface Order {
  now: number;
  /** If false, nothing is erased. */
  commit: boolean;
}

/** One run over all collections. */
interface ExpiryRun extends Order {
  /** Of the collections that expire together with the date of last use. */
  counts: ReadonlyMap<OwnedCollection, ExpiryCount>;
  /** Whose documents in them were looked at. */
  seen: Set<string>;
}

/**
 * Erases personal data 24 months after its owner's last use (docs/product.md#own-data), and documents past their expiry date. May be
 * interrupted at any time: the dates of last use are erased last, so that the next run finds what is left.
 */
export async function eraseExpired(order: Order): Promise<ExpiryCount[]> {
  const ofLastUse = new Map(withLastUse.map((one) => [one, newCount(one.name)]));
  const run: ExpiryRun = { ...order, counts: ofLastUse, seen: new Set() };
  const counts: ExpiryCount[] = [];
  for (const collection of personalCollections) counts.push(await erasePersonal(collection, run));
  await eraseWithoutLastUse(run);
  counts.push(...ofLastUse.values());
  for (const { name, expiresBy, inMilliseconds, keptFor = 0 } of passingCollections) {
    const count = newCount(name);
    const date = { field: expiresBy, inMilliseconds };
    for await (const documents of documentsBefore(name, date, run.now - keptFor))
      await erasePage(count, documents, run);
    counts.push(count);
  }
  return counts;
}

async function erasePersonal(collection: PersonalCollection, run: ExpiryRun): Promise<ExpiryCount> {
  const { name, datedBy, datedInMilliseconds } = collection;
  const { now } = run;
  const count = newCount(name);
  const date = { field: datedBy, inMilliseconds: datedInMilliseconds };
  for await (const documents of documentsBefore(name, date, retentionCutoff(now))) {
    const owners = documents.map((document) => ownerOf(collection, document));
    const lastUses = await lastUsesOf(known(owners));
    const due = documents.filter(({ fields }, index) => {
      const lastUsedAt = lastUses.get(owners[index] ?? "");
      const verdict = judgeRetention(collection, fields, { lastUsedAt, now });
      if (verdict === "needed") count.needed += 1;
      return verdict === "due";
    });
    const isLast = name === lastUse.name;
    const uidsDue = due.map(({ id }) => id);
    const left = isLast ? await eraseWithLastUse(uidsDue, run) : new Set();
    const free = due.filter(({ id }) => !left.has(id));
    // Where something is left, the date of last use stays, so that the next run finds it due.
    count.due += due.length - free.length;
    await erasePage(count, free, run);
  }
  return count;
}

const known = (uids: readonly (string | undefined)[]) => [
  ...new Set(uids.filter((uid) => uid !== undefined)),
];

/** Erases what expires with the date of last use for owners without such a date, by when the latest of it was begun. */
async function eraseWithoutLastUse(run: ExpiryRun): Promise<void> {
  const cutoff = retentionCutoff(run.now);
  const { seen } = run;
  for (const collection of withLastUse) {
    const { name, begunBy } = collection;
    if (!begunBy) continue;
    for await (const documents of documentsBefore(name, begunBy, cutoff)) {
      const owners = known(documents.map((document) => ownerOf(collection, document)));
      const unseen = owners.filter((uid) => !seen.has(uid));
      for (const uid of unseen) seen.add(uid);
      const lastUses = await lastUsesOf(unseen);
      const unused = unseen.filter((uid) => !lastUses.has(uid));
      const begun = await pMap(unused, latestBeginning, { concurrency: peopleAtOnce });
      const due = unused.filter((_, index) => (begun[index] ?? cutoff) < cutoff);
      await eraseUndated(due, run);
    }
  }
}

const longPast = 0;

/**
 * Erases what these have who have no date of last use, under a date that is long past and goes last: of what is left where
 * this run ends half-way, much is found by no other date.
 */
async function eraseUndated(subscribers: readonly string[], run: ExpiryRun): Promise<void> {
  if (!run.commit) return void (await eraseWithLastUse(subscribers, run));
  const date = (uid: string) => createIfNone(lastUse.name, uid, { lastUsedAt: new Date(longPast) });
  const isDated = await pMap(subscribers, date, { concurrency: peopleAtOnce });
  // Whoever had one by then has just signed in.
  const dated = subscribers.filter((_, index) => isDated[index]);
  const left = await eraseWithLastUse(dated, run);
  const forget = async (uid: string) => {
    const documents = await documentsOf(lastUse, { uid, subscriptionIds: [] });
    const isOurs = ({ fields }: StoredDocument) => moment(fields.lastUsedAt) === longPast;
    await eraseDocuments(lastUse.name, documents.filter(isOurs));
  };
  await pMap(
    dated.filter((uid) => !left.has(uid)),
    forget,
    { concurrency: peopleAtOnce },
  );
}

/** When the latest of an owner's documents in these collections was begun, in epoch milliseconds. */
async function latestBeginning(uid: string): Promise<number> {
  const dates: number[] = [];
  for (const collection of withLastUse) {
    const field = collection.begunBy?.field;
    if (field === undefined) continue;
    const documents = await documentsOf(collection, { uid, subscriptionIds: [] });
    dates.push(...documents.map(({ fields }) => moment(fields[field]) ?? 0));
  }
  return Math.max(0, ...dates);
}

/**
 * Erases the letters, connections and imports of these subscribers and what was computed from them, before the dates that
 * say they are due. Notices that a law asks for stay while a plan renews.
 * @returns the uids of those with something left, because it has just changed, for example by a reading
 */
async function eraseWithLastUse(
  subscribers: readonly string[],
  run: ExpiryRun,
): Promise<Set<string>> {
  const left = new Set<string>();
  const eraseOf = async (uid: string) => {
    run.seen.add(uid);
    for (const [collection, count] of run.counts) {
      const documents = await documentsOf(collection, { uid, subscriptionIds: [] });
      if (documents.length === 0) continue;
      // Yearly notices are for those who do not come any more.
      const owed = collection.isKeptForPlans ? await unlessDown(noticesOwed(uid)) : "none";
      if (owed === undefined) count.unknown += documents.length;
      else if (owed !== "none") count.needed += documents.length;
      else if (!(await erasePage(count, documents, run))) left.add(uid);
    }
  };
  await pMap(subscribers, eraseOf, { concurrency: peopleAtOnce });
  return left;
}

/** @returns whether nothing of it is left that was to be erased */
async function erasePage(
  count: ExpiryCount,
  due: StoredDocument[],
  { commit }: Order,
): Promise<boolean> {
  count.due += due.length;
  if (!commit) return true;
  const erased = await eraseDocuments(count.collection, due);
  count.erased += erased;
  return erased === due.length;
}

export const totalOf = (
  counts: readonly ExpiryCount[],
  name: "due" | "erased" | "unknown",
): number => counts.reduce((sum, count) => sum + count[name], 0);

/** Lines for a log: counts per collection, without personal data. */
export function expiryReport(counts: readonly ExpiryCount[], { now, commit }: Order): string[] {
  const day = new Date(retentionCutoff(now)).toISOString().slice(0, 10);
  const total = (name: "due" | "erased") => totalOf(counts, name);
  return [
    `erase-expired: ${commit ? "erasing" : "dry run"}, last use before ${day}`,
    ...counts.map(
      ({ collection, due, erased, needed, unknown }) =>
        `${collection}: ${due} due, ${erased} erased, ${needed} still needed` +
        (unknown > 0 ? `, ${unknown} that may be needed` : ""),
    ),
    commit
      ? `${total("erased")} of ${total("due")} due documents erased`
      : `${total("due")} documents due, nothing erased; run with --commit to erase them`,
  ];
}
