import { lastUsesOf } from "~/clients/last-use.server";
import {
  documentsBefore,
  eraseDocuments,
  type KeptDocument,
} from "~/clients/personal-documents.server";
import {
  judge,
  ownerOf,
  type PersonalCollection,
  passingCollections,
  personalCollections,
  retentionCutoff,
} from "~/domain/retention";

/** What was found in a collection: numbers only. */
export interface ExpiryCount {
  collection: string;
  /** Out of date: erased, or to be erased with `commit`. */
  due: number;
  erased: number;
  /** Out of date, but an order or a request still needs it. */
  needed: number;
}

/**
 * Erases what the app keeps about people 24 months after their last use (spec 9), and documents whose own
 * time is over. Documents go one by one, whoever was last here last of all, so it may be interrupted anywhere:
 * the next run finds what is left.
 * @param commit without it, nothing is erased
 */
export async function eraseExpired({
  now,
  commit,
}: {
  now: number;
  commit: boolean;
}): Promise<ExpiryCount[]> {
  const counts: ExpiryCount[] = [];
  for (const collection of personalCollections)
    counts.push(await erasePersonal(collection, now, commit));
  for (const { name, expiresBy } of passingCollections) {
    const count = { collection: name, due: 0, erased: 0, needed: 0 };
    const pages = documentsBefore({ name, field: expiresBy }, new Date(now));
    for await (const documents of pages) await erasePage(count, documents, commit);
    counts.push(count);
  }
  return counts;
}

async function erasePersonal(
  collection: PersonalCollection,
  now: number,
  commit: boolean,
): Promise<ExpiryCount> {
  const { name, datedBy: field, datedInMilliseconds } = collection;
  const count = { collection: name, due: 0, erased: 0, needed: 0 };
  const cutoff = retentionCutoff(now);
  const pages = documentsBefore({ name, field }, datedInMilliseconds ? cutoff : new Date(cutoff));
  for await (const documents of pages) {
    const owners = documents.map((document) => ownerOf(collection, document));
    const uids = [...new Set(owners.filter((uid) => uid !== undefined))];
    const lastUses = await lastUsesOf(uids);
    const due = documents.filter(({ fields }, index) => {
      const lastUsedAt = lastUses.get(owners[index] ?? "");
      const verdict = judge(collection, fields, { lastUsedAt, now });
      if (verdict === "needed") count.needed += 1;
      return verdict === "due";
    });
    await erasePage(count, due, commit);
  }
  return count;
}

async function erasePage(count: ExpiryCount, due: KeptDocument[], commit: boolean): Promise<void> {
  count.due += due.length;
  if (commit) count.erased += await eraseDocuments(count.collection, due);
}

/** The run in lines for a log: counts for each collection, nothing of anybody. */
export function expiryReport(
  counts: readonly ExpiryCount[],
  { now, commit }: { now: number; commit: boolean },
): string[] {
  const day = new Date(retentionCutoff(now)).toISOString().slice(0, 10);
  const total = (name: "due" | "erased") => counts.reduce((sum, count) => sum + count[name], 0);
  return [
    `erase-expired: ${commit ? "erasing" : "dry run"}, last use before ${day}`,
    ...counts.map(
      ({ collection, due, erased, needed }) =>
        `${collection}: ${due} due, ${erased} erased, ${needed} still needed`,
    ),
    commit
      ? `${total("erased")} of ${total("due")} due documents erased`
      : `${total("due")} documents due, nothing erased; run with --commit to erase them`,
  ];
}
