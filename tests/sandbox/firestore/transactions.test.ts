import type { DocumentReference } from "@google-cloud/firestore";
import { expect, test } from "vitest";
import { newCollection, type Rule, source, tableDatabase } from "../../setup/firestore-table.ts";

const database = tableDatabase();

async function counter(value = 0): Promise<DocumentReference> {
  const ref = newCollection(database.db).doc("one");
  await ref.set({ value });
  return ref;
}
const countOf = async (ref: DocumentReference) => (await ref.get()).get("value");

const rules: Rule[] = [
  [
    "of two transactions that each write what the other has read, one is retried",
    source.contention,
    async () => {
      const [one, two] = [await counter(), await counter()];
      const bothRead = Promise.withResolvers<void>();
      let reads = 0;
      const copy = (from: DocumentReference, to: DocumentReference) =>
        database.db.runTransaction(async (transaction) => {
          const value = (await transaction.get(from)).get("value");
          reads += 1;
          if (reads === 2) bothRead.resolve();
          await bothRead.promise;
          transaction.update(to, { value: value + 1 });
        });
      await Promise.all([copy(one, two), copy(two, one)]);
      expect(reads).toBe(3);
      expect(new Set([await countOf(one), await countOf(two)])).toEqual(new Set([1, 2]));
    },
  ],
  [
    "concurrent transactions lose no increment",
    source.contention,
    async () => {
      const ref = await counter();
      const add = () =>
        database.db.runTransaction(async (transaction) => {
          const value = (await transaction.get(ref)).get("value");
          transaction.update(ref, { value: value + 1 });
        });
      await Promise.all(Array.from({ length: 10 }, add));
      expect(await countOf(ref)).toBe(10);
    },
  ],
  [
    "a transaction that fails writes nothing and releases its locks",
    source.firestore,
    async () => {
      const ref = await counter();
      const failing = database.db.runTransaction(async (transaction) => {
        await transaction.get(ref);
        transaction.update(ref, { value: 9 });
        throw new Error("changed my mind");
      });
      await expect(failing).rejects.toThrow("changed my mind");
      await ref.update({ other: 1 });
      expect((await ref.get()).data()).toEqual({ value: 0, other: 1 });
    },
  ],
  [
    "a read-only transaction locks nothing and reads one snapshot",
    source.library,
    async () => {
      const [one, two] = [await counter(1), await counter(1)];
      const seen = await database.db.runTransaction(
        async (transaction) => {
          const first = (await transaction.get(one)).get("value");
          await database.db.batch().update(one, { value: 2 }).update(two, { value: 2 }).commit();
          const query = await transaction.get(two.parent);
          return [first, (await transaction.get(two)).get("value"), query.docs[0]?.get("value")];
        },
        { readOnly: true },
      );
      expect(seen).toEqual([1, 1, 1]);
    },
  ],
  [
    "a read-only transaction cannot write",
    source.common,
    async () => {
      const ref = await counter();
      const [{ transaction }] = await database.raw.beginTransaction({
        database: database.root,
        options: { readOnly: {} },
      });
      const writes = [{ delete: database.nameOf(ref.path) }];
      const commit = database.raw.commit({
        database: database.root,
        writes,
        transaction: transaction ?? null,
      });
      await expect(commit).rejects.toMatchObject({ code: 3 });
      expect(await countOf(ref)).toBe(0);
    },
  ],
];

test.each(rules)("%s (%s)", (_rule, _source, check) => check());
