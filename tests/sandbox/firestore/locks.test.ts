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

/** A transaction that pauses after its reads. `finish` lets it write and end, and returns the number of tries. */
async function paused(
  read: (transaction: Transaction) => Promise<unknown>,
  write: (transaction: Transaction) => void,
) {
  const hasRead = Promise.withResolvers<void>();
  const resume = Promise.withResolvers<void>();
  let tries = 0;
  const done = database.db.runTransaction(async (transaction) => {
    tries += 1;
    await read(transaction);
    hasRead.resolve();
    await resume.promise;
    write(transaction);
  });
  await hasRead.promise;
  return {
    async finish() {
      resume.resolve();
      await done;
      return tries;
    },
  };
}

/** Whether a promise is still pending when five later calls have been answered. */
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
    "a document that a transaction has found missing is not created by others before its end",
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
    "a read outside of transactions waits for none, and sees the last commit",
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
    "documents that a query in a transaction has found are locked as well",
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
    "a write that would add to the result of a transaction's query waits, or the transaction is retried",
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
    "a transaction that writes what another has read waits for the other",
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
];

test.each(rules)("%s (%s)", (_rule, _source, check) => check());
