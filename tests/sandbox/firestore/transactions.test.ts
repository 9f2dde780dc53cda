import type { DocumentReference, Transaction } from "@google-cloud/firestore";
import { expect, test } from "vitest";
import {
  idsOf,
  newCollection,
  type Rule,
  source,
  tableDatabase,
} from "../../setup/firestore-table.ts";

const database = tableDatabase();

async function counter(value = 0): Promise<DocumentReference> {
  const ref = newCollection(database.db).doc("one");
  await ref.set({ value });
  return ref;
}
const countOf = async (ref: DocumentReference) => (await ref.get()).get("value");

/** A transaction that stops when it has read; `finish` lets it write and waits for its end. */
async function paused(
  read: (transaction: Transaction) => Promise<unknown>,
  write: (transaction: Transaction) => void,
) {
  const hasRead = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  let tries = 0;
  const done = database.db.runTransaction(async (transaction) => {
    tries += 1;
    await read(transaction);
    hasRead.resolve();
    await goOn.promise;
    write(transaction);
  });
  await hasRead.promise;
  return {
    async finish() {
      goOn.resolve();
      await done;
      return tries;
    },
  };
}

/** Whether a promise is still open after calls that came after it have been answered. */
async function isWaiting(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const settle = () => {
    settled = true;
  };
  promise.then(settle, settle);
  for (let calls = 0; calls < 5; calls += 1) await database.db.doc("other/one").get();
  return !settled;
}

const rules: Rule[] = [
  [
    "a document that a transaction has read is not written by others before its end",
    source.contention,
    async () => {
      const ref = await counter();
      const transaction = await paused(
        (reading) => reading.get(ref),
        (writing) => writing.update(ref, { value: 1 }),
      );
      const writes = [ref.update({ a: 1 }), database.db.batch().update(ref, { b: 2 }).commit()];
      for (const write of writes) expect(await isWaiting(write)).toBe(true);
      expect(await transaction.finish()).toBe(1);
      await Promise.all(writes);
      expect((await ref.get()).data()).toEqual({ value: 1, a: 1, b: 2 });
    },
  ],
  [
    "a document that a transaction has looked for in vain is not created before its end",
    source.contention,
    async () => {
      const ref = newCollection(database.db).doc("one");
      const transaction = await paused(
        (reading) => reading.get(ref),
        (writing) => writing.create(ref, { by: "transaction" }),
      );
      const creation = ref.create({ by: "another" });
      expect(await isWaiting(creation)).toBe(true);
      await transaction.finish();
      await expect(creation).rejects.toMatchObject({ code: 6 });
      expect((await ref.get()).data()).toEqual({ by: "transaction" });
    },
  ],
  [
    "a read outside waits for nobody, and sees what was last committed",
    source.contention,
    async () => {
      const ref = await counter(5);
      const transaction = await paused(
        (reading) => reading.get(ref),
        (writing) => writing.update(ref, { value: 6 }),
      );
      expect(await countOf(ref)).toBe(5);
      await transaction.finish();
      expect(await countOf(ref)).toBe(6);
    },
  ],
  [
    "documents that a query in a transaction has found are locked, too",
    source.contention,
    async () => {
      const ref = await counter();
      const transaction = await paused(
        (reading) => reading.get(ref.parent.where("value", "==", 0)),
        (writing) => writing.update(ref, { value: 1 }),
      );
      const write = ref.update({ other: 1 });
      expect(await isWaiting(write)).toBe(true);
      await transaction.finish();
      await write;
    },
  ],
  [
    "a transaction whose query would find more by now is tried again",
    source.contention,
    async () => {
      const all = newCollection(database.db);
      const found: string[] = [];
      const transaction = await paused(
        async (reading) => void found.push(idsOf(await reading.get(all.where("open", "==", true)))),
        (writing) => writing.set(all.doc("total"), { count: 1 }),
      );
      const phantom = all.doc("new").set({ open: true });
      await isWaiting(phantom);
      await transaction.finish();
      await phantom;
      // Either the write waited for the transaction, or the transaction saw it.
      expect(["", ",new"]).toContain(found.join(","));
    },
  ],
  [
    "a transaction that writes what another has read waits for it",
    source.contention,
    async () => {
      const ref = await counter();
      const transaction = await paused(
        (reading) => reading.get(ref),
        (writing) => writing.update(ref, { value: 1 }),
      );
      const blind = database.db.runTransaction(
        async (writing) => void writing.update(ref, { a: 1 }),
      );
      expect(await isWaiting(blind)).toBe(true);
      await transaction.finish();
      await blind;
      expect((await ref.get()).data()).toEqual({ value: 1, a: 1 });
    },
  ],
  [
    "of two transactions that each write what the other has read one is tried again",
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
    "no increment of many transactions at once is lost",
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
    "a transaction that fails writes nothing and gives its locks back",
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
    "a read-only transaction locks nothing and sees one moment",
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
