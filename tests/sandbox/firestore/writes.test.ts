import { FieldPath, FieldValue, Timestamp } from "@google-cloud/firestore";
import { expect, test } from "vitest";
import { newCollection, type Rule, source, tableDatabase } from "../../setup/firestore-table.ts";

const database = tableDatabase();
const document = () => newCollection(database.db).doc("one");
const write = (fields: object) =>
  database.commit({ update: { name: database.nameOf(document().path), fields } });
const refused = { code: 3 };

const rules: Rule[] = [
  [
    "set replaces the whole document",
    source.addData,
    async () => {
      const ref = document();
      await ref.set({ a: 1, b: { c: 2 } });
      await ref.set({ b: { d: 3 } });
      expect((await ref.get()).data()).toEqual({ b: { d: 3 } });
    },
  ],
  [
    "set with merge keeps every field that is not in it, in maps too",
    source.addData,
    async () => {
      const ref = document();
      await ref.set({ a: 1, b: { c: 2, d: { e: 3, f: 4 } } });
      await ref.set({ b: { d: { e: 5 } }, g: 6 }, { merge: true });
      expect((await ref.get()).data()).toEqual({ a: 1, b: { c: 2, d: { e: 5, f: 4 } }, g: 6 });
    },
  ],
  [
    "set with merge and an empty map replaces the map",
    source.addData,
    async () => {
      const ref = document();
      await ref.set({ a: 1, b: { c: 2 } });
      await ref.set({ b: {} }, { merge: true });
      expect((await ref.get()).data()).toEqual({ a: 1, b: {} });
    },
  ],
  [
    "set with merge replaces arrays whole",
    source.addData,
    async () => {
      const ref = document();
      await ref.set({ list: [1, 2], a: 1 });
      await ref.set({ list: [3] }, { merge: true });
      expect((await ref.get()).data()).toEqual({ list: [3], a: 1 });
    },
  ],
  [
    "set with mergeFields writes only the listed fields, and a listed map as a whole",
    source.write,
    async () => {
      const ref = document();
      await ref.set({ a: 1, b: { c: 2, d: 3 }, e: { f: 4, g: 5 } });
      await ref.set({ a: 9, b: { c: 9 }, e: { f: 9 } }, { mergeFields: ["b", "e.f"] });
      expect((await ref.get()).data()).toEqual({ a: 1, b: { c: 9 }, e: { f: 9, g: 5 } });
    },
  ],
  [
    "a field that is in the mask and not in the document is deleted, in maps too",
    source.write,
    async () => {
      const ref = document();
      await ref.set({ a: 1, b: { c: 2, d: 3 } });
      const gone = { a: FieldValue.delete(), b: { c: FieldValue.delete() } };
      await ref.set(gone, { merge: true });
      expect((await ref.get()).data()).toEqual({ b: { d: 3 } });
    },
  ],
  [
    "FieldValue.delete is refused in set without merge",
    source.library,
    async () => {
      expect(() => document().set({ a: FieldValue.delete() })).toThrow("FieldValue.delete()");
    },
  ],
  [
    "update with a map replaces the map, with a path only the field at the path",
    source.addData,
    async () => {
      const ref = document();
      await ref.set({ a: { b: 1, c: 2 }, d: { e: 1, f: 2 } });
      await ref.update({ a: { b: 3 }, "d.e": 3 });
      expect((await ref.get()).data()).toEqual({ a: { b: 3 }, d: { e: 3, f: 2 } });
    },
  ],
  [
    "update by a path through a value that is not a map replaces it by one",
    source.write,
    async () => {
      const ref = document();
      await ref.set({ a: 1 });
      await ref.update({ "a.b.c": 2 });
      expect((await ref.get()).data()).toEqual({ a: { b: { c: 2 } } });
    },
  ],
  [
    "a quoted segment may hold dots, backticks and backslashes",
    source.document,
    async () => {
      const ref = document();
      await ref.set({ "a.b": 1, "c`d": { "e\\f": 2 }, g: 4 });
      await ref.update(new FieldPath("a.b"), 5, new FieldPath("c`d", "e\\f"), 6);
      expect((await ref.get()).data()).toEqual({ "a.b": 5, "c`d": { "e\\f": 6 }, g: 4 });
    },
  ],
  [
    "an array directly in an array is refused; inside a map in an array it is allowed",
    source.document,
    async () => {
      const list = (...values: object[]) => ({ arrayValue: { values } });
      await expect(write({ a: list(list()) })).rejects.toMatchObject(refused);
      const nested = { mapValue: { fields: { b: list() } } };
      await expect(write({ a: list(nested) })).resolves.toBeDefined();
    },
  ],
  [
    "timestamps are rounded down to the microsecond",
    source.dataTypes,
    async () => {
      const ref = document();
      await ref.set({ at: [new Timestamp(5, 123_456_789)] });
      expect((await ref.get()).get("at")).toEqual([new Timestamp(5, 123_456_000)]);
    },
  ],
];

test.each(rules)("%s (%s)", (_rule, _source, check) => check());
