import { Timestamp } from "@google-cloud/firestore";
import { expect, test } from "vitest";
import { newCollection, type Rule, source, tableDatabase } from "../../setup/firestore-table.ts";

const database = tableDatabase();
const document = () => newCollection(database.db).doc("one");

const rules: Rule[] = [
  [
    "create of an existing document is ALREADY_EXISTS, update of a missing one NOT_FOUND",
    source.common,
    async () => {
      const ref = document();
      await expect(ref.update({ a: 1 })).rejects.toMatchObject({ code: 5 });
      await expect(ref.delete({ exists: true })).rejects.toMatchObject({ code: 5 });
      await ref.create({ a: 1 });
      await expect(ref.create({ a: 2 })).rejects.toMatchObject({ code: 6 });
      await ref.delete({ exists: true });
      await ref.delete();
    },
  ],
  [
    "a write for another update time is FAILED_PRECONDITION and changes nothing",
    source.common,
    async () => {
      const ref = document();
      const { writeTime } = await ref.set({ a: 1 });
      const { writeTime: later } = await ref.set({ a: 2 });
      const stale = { lastUpdateTime: writeTime };
      await expect(ref.update({ a: 3 }, stale)).rejects.toMatchObject({ code: 9 });
      await expect(ref.delete(stale)).rejects.toMatchObject({ code: 9 });
      expect((await ref.get()).data()).toEqual({ a: 2 });
      await ref.delete({ lastUpdateTime: later });
    },
  ],
  [
    "a write that changes nothing keeps the update time",
    source.write,
    async () => {
      const ref = document();
      const { writeTime } = await ref.set({ a: 1, b: { c: [Timestamp.fromMillis(5)] } });
      const again = await ref.set({ b: { c: [Timestamp.fromMillis(5)] } }, { merge: true });
      expect(again.writeTime).toEqual(writeTime);
      const changed = await ref.set({ a: 1.5 }, { merge: true });
      expect(changed.writeTime).not.toEqual(writeTime);
    },
  ],
  [
    "the writes of a commit happen all or none, in order",
    source.firestore,
    async () => {
      const [one, two] = [document(), document()];
      await two.set({});
      const batch = database.db.batch().set(one, { a: 1 }).update(one, { b: 2 });
      await expect(batch.create(two, {}).commit()).rejects.toMatchObject({ code: 6 });
      expect((await one.get()).exists).toBe(false);
      await database.db.batch().set(one, { a: 1 }).update(one, { b: 2 }).commit();
      expect((await one.get()).data()).toEqual({ a: 1, b: 2 });
    },
  ],
  [
    "each write of a batch write succeeds or fails by itself",
    source.firestore,
    async () => {
      const [one, two] = [document(), document()];
      await two.set({});
      const create = (path: string) => ({
        update: { name: database.nameOf(path) },
        currentDocument: { exists: false },
      });
      const writes = [create(two.path), create(one.path)];
      const [{ status }] = await database.raw.batchWrite({ database: database.root, writes });
      expect(status?.map(({ code }) => code ?? 0)).toEqual([6, 0]);
      expect((await one.get()).exists).toBe(true);
    },
  ],
];

test.each(rules)("%s (%s)", (_rule, _source, check) => check());
