import { FieldValue, Timestamp } from "@google-cloud/firestore";
import { expect, test } from "vitest";
import { newCollection, type Rule, source, tableDatabase } from "../../setup/firestore-table.ts";

const database = tableDatabase();
const document = () => newCollection(database.db).doc("one");

const integer = (text: string) => expect.objectContaining({ integerValue: text });
const double = (number: number) => expect.objectContaining({ doubleValue: number });

/** The field after a transform. With `before` undefined the field is missing at first. */
async function transformed(before: unknown, transform: object) {
  const ref = document();
  await ref.set(before === undefined ? {} : { field: before });
  await database.commit({
    update: { name: database.nameOf(ref.path) },
    updateMask: { fieldPaths: [] },
    updateTransforms: [{ fieldPath: "field", ...transform }],
  });
  return (await database.wireFields(ref.path))?.field;
}

const largest = "9223372036854775807";

const rules: Rule[] = [
  [
    "an increment of a missing field or of no number sets the given value",
    source.write,
    async () => {
      expect(await transformed(undefined, { increment: { integerValue: 2 } })).toEqual(
        integer("2"),
      );
      expect(await transformed("x", { increment: { integerValue: 2 } })).toEqual(integer("2"));
    },
  ],
  [
    "an increment results in a double if either number is one",
    source.write,
    async () => {
      expect(await transformed(1, { increment: { integerValue: 2 } })).toEqual(integer("3"));
      expect(await transformed(1, { increment: { doubleValue: 2 } })).toEqual(double(3));
      expect(await transformed(0.5, { increment: { integerValue: 2 } })).toEqual(double(2.5));
    },
  ],
  [
    "an increment is limited to 64 bits, and exact within them",
    source.write,
    async () => {
      const near = BigInt("9007199254740993");
      expect(await transformed(near, { increment: { integerValue: 2 } })).toEqual(
        integer("9007199254740995"),
      );
      expect(await transformed(BigInt(largest), { increment: { integerValue: 2 } })).toEqual(
        integer(largest),
      );
      expect(await transformed(-BigInt(largest), { increment: { integerValue: -2 } })).toEqual(
        integer("-9223372036854775808"),
      );
    },
  ],
  [
    "maximum and minimum take the type of the chosen operand, and keep the field if both are equal",
    source.write,
    async () => {
      expect(await transformed(3, { maximum: { doubleValue: 3.5 } })).toEqual(double(3.5));
      expect(await transformed(3, { minimum: { doubleValue: 3 } })).toEqual(integer("3"));
      expect(await transformed(3, { maximum: { doubleValue: 3 } })).toEqual(integer("3"));
      expect(await transformed("x", { maximum: { integerValue: 1 } })).toEqual(integer("1"));
    },
  ],
  [
    "maximum and minimum of anything and NaN are NaN",
    source.write,
    async () => {
      for (const kind of ["maximum", "minimum"]) {
        expect(await transformed(3, { [kind]: { doubleValue: Number.NaN } })).toEqual(
          double(Number.NaN),
        );
        expect(await transformed(Number.NaN, { [kind]: { integerValue: 3 } })).toEqual(
          double(Number.NaN),
        );
      }
    },
  ],
  [
    "a union appends missing elements in order; 3 equals 3.0, NaN equals NaN, null equals null",
    source.write,
    async () => {
      const ref = document();
      await ref.set({ list: [3, Number.NaN, null, "a"] });
      const three = { doubleValue: 3 };
      const values = [{ stringValue: "b" }, three, { stringValue: "b" }, { stringValue: "a" }];
      const found = await transformed([3, "a"], { appendMissingElements: { values } });
      expect(found?.arrayValue?.values).toMatchObject([
        { integerValue: "3" },
        { stringValue: "a" },
        { stringValue: "b" },
      ]);
      await ref.update({ list: FieldValue.arrayUnion(Number.NaN, null, "c") });
      expect((await ref.get()).get("list")).toEqual([3, Number.NaN, null, "a", "c"]);
    },
  ],
  [
    "a removal takes every equal element",
    source.write,
    async () => {
      const ref = document();
      await ref.set({ list: [3, "a", 3, Number.NaN] });
      await ref.update({ list: FieldValue.arrayRemove(3, Number.NaN) });
      expect((await ref.get()).get("list")).toEqual(["a"]);
    },
  ],
  [
    "union and removal of what is no array begin with an empty one",
    source.write,
    async () => {
      const ref = document();
      await ref.set({ a: "x", b: "x" });
      await ref.update({ a: FieldValue.arrayUnion(1), b: FieldValue.arrayRemove("x") });
      await ref.update({ "c.d": FieldValue.arrayUnion(2) });
      expect((await ref.get()).data()).toEqual({ a: [1], b: [], c: { d: [2] } });
    },
  ],
  [
    "server timestamps of one commit are the same, in every document",
    source.write,
    async () => {
      const [one, two] = [document(), document()];
      const at = FieldValue.serverTimestamp();
      await database.db.batch().set(one, { at, map: { at } }).set(two, { at }).commit();
      const first = (await one.get()).data();
      expect(first?.at).toBeInstanceOf(Timestamp);
      expect(first?.map.at).toEqual(first?.at);
      expect((await two.get()).get("at")).toEqual(first?.at);
    },
  ],
];

test.each(rules)("%s (%s)", (_rule, _source, check) => check());
