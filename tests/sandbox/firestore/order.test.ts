import { AggregateField, GeoPoint, Timestamp, type WhereFilterOp } from "@google-cloud/firestore";
import { expect, test } from "vitest";
import {
  idsOf,
  newCollection,
  type Rule,
  source,
  tableDatabase,
} from "../../setup/firestore-table.ts";

const database = tableDatabase();

const alphabet = [..."abcdefghijklmnopqrstuvwxyz"];

/** A collection with one document for each value; `ids` are their ids, in the same order. */
async function collectionOf(values: unknown[], ids: string[] = alphabet) {
  const all = newCollection(database.db);
  const batch = database.db.batch();
  for (const [index, value] of values.entries()) batch.set(all.doc(ids[index] ?? ""), { value });
  await batch.commit();
  return all;
}

/** Checks that Firestore orders values as given here. Their ids run backwards, so an order by id fails. */
function inOrder(...values: (() => unknown)[]) {
  return async () => {
    const ids = alphabet.slice(0, values.length).reverse();
    const all = await collectionOf(
      values.map((value) => value()),
      ids,
    );
    expect(idsOf(await all.orderBy("value").get())).toBe(ids.join(" "));
    expect(idsOf(await all.orderBy("value", "desc").get())).toBe(ids.toReversed().join(" "));
  };
}

const reference = (path: string) => () => database.db.doc(path);

/** A document whose field `value` is the double 2.0, which JavaScript cannot tell from the integer. */
const doubleTwo = (path: string) =>
  database.commit({
    update: { name: database.nameOf(path), fields: { value: { doubleValue: 2 } } },
  });

const rules: Rule[] = [
  [
    "types are ordered: null, booleans, NaN, numbers, timestamps, strings, bytes, references, geo points, arrays, maps",
    source.dataTypes,
    inOrder(
      () => null,
      () => false,
      () => true,
      () => Number.NaN,
      () => Number.NEGATIVE_INFINITY,
      () => -1,
      () => 1.5,
      () => Number.POSITIVE_INFINITY,
      () => Timestamp.fromMillis(0),
      () => "",
      () => "z",
      () => Buffer.from([]),
      reference("a/b"),
      () => new GeoPoint(-90, 0),
      () => [],
      () => ({}),
    ),
  ],
  [
    "integers and doubles share one order, exact to the last digit of both",
    source.dataTypes,
    inOrder(
      () => 1,
      () => 1.5,
      () => 2,
      () => 2.5,
      () => 9007199254740992,
      () => BigInt("9007199254740993"),
      () => BigInt("9223372036854775807"),
      () => 2 ** 63,
    ),
  ],
  [
    "strings are ordered by their UTF-8 bytes",
    source.dataTypes,
    inOrder(
      () => "A",
      () => "a",
      () => "aa",
      () => "ä",
      () => "\uffee",
      () => "😀",
    ),
  ],
  [
    "arrays are ordered by their elements, then by length",
    source.dataTypes,
    inOrder(
      () => [],
      () => [1, 2, 3],
      () => [1, 2, 3, 1],
      () => [2],
      () => ["a"],
    ),
  ],
  [
    "maps are ordered by their first keys, then by their values, then by length",
    source.dataTypes,
    inOrder(
      () => ({}),
      () => ({ b: "baz", a: "aaa" }),
      () => ({ a: "foo", b: "bar" }),
      () => ({ a: "foo", b: "bar", c: "qux" }),
      () => ({ a: "foo", b: "baz" }),
      () => ({ b: "aaa", c: "baz" }),
      () => ({ c: "aaa" }),
      () => ({ "\uffee": 1 }),
      () => ({ "😀": 1 }),
    ),
  ],
  [
    "references are ordered by their segments, geo points by latitude, then longitude",
    source.dataTypes,
    inOrder(
      reference("a/b"),
      reference("a/b/c/d"),
      reference("a/b!"),
      reference("b/a"),
      () => new GeoPoint(1, 5),
      () => new GeoPoint(2, -5),
      () => new GeoPoint(2, 5),
    ),
  ],
  [
    "documents with equal values are ordered by name, in the direction of the last order",
    source.query,
    async () => {
      const all = await collectionOf([1, 1, 0]);
      expect(idsOf(await all.orderBy("value").get())).toBe("c a b");
      expect(idsOf(await all.orderBy("value", "desc").get())).toBe("b a c");
    },
  ],
  [
    "the integer 2 and the double 2.0 are equal to every filter",
    source.dataTypes,
    async () => {
      const all = await collectionOf([1, 2, 2.5, "2", [2]]);
      await doubleTwo(all.doc("double").path);
      const where = async (...filter: [field: string, operator: WhereFilterOp, value: unknown]) =>
        idsOf(await all.where(...filter).get());
      expect(await where("value", "==", 2)).toBe("b double");
      expect(await where("value", "in", [2, 3])).toBe("b double");
      expect(await where("value", ">=", 2)).toBe("b double c");
      expect(await where("value", "<", 2.5)).toBe("a b double");
      expect(await where("value", "not-in", [2, "2"])).toBe("a c e");
      expect(await where("value", "!=", 2)).toBe("a c d e");
      expect(await where("value", "array-contains", 2)).toBe("e");
    },
  ],
  [
    "a sum is an integer if all its values are, an average is always a double",
    source.query,
    async () => {
      const all = await collectionOf([1, 2, "x"]);
      const sums = async () => {
        const wanted = {
          sum: AggregateField.sum("value"),
          average: AggregateField.average("value"),
        };
        return (await all.aggregate(wanted).get()).data();
      };
      expect(await sums()).toEqual({ sum: 3, average: 1.5 });
      await all.doc("d").set({ value: 0.5 });
      expect((await sums()).sum).toBe(3.5);
      await all.doc("e").set({ value: Number.NaN });
      expect((await sums()).sum).toBeNaN();
    },
  ],
];

test.each(rules)("%s (%s)", (_rule, _source, check) => check());
