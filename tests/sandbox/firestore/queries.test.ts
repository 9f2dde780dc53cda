import { FieldPath, Filter, type WhereFilterOp } from "@google-cloud/firestore";
import { beforeAll, expect, test } from "vitest";
import {
  idsOf,
  newCollection,
  type Rule,
  source,
  tableDatabase,
} from "../../setup/firestore-table.ts";

const database = tableDatabase();
type Condition = [field: string | FieldPath, operator: WhereFilterOp, value: unknown];
type Collection = ReturnType<typeof newCollection>;
let all: Collection;

const rows: Record<string, object> = {
  a: { n: 1, map: { deep: { x: 1 } }, "odd.name": 1, list: [1, { y: 1 }], kind: "one" },
  b: { n: 2, map: { deep: { x: 2 } }, list: [[]].flat(), kind: "two" },
  c: { n: null, map: 5, list: ["1"], kind: "one" },
  d: { n: Number.NaN, map: {}, list: 1, kind: "two" },
  e: { n: "2", kind: "one" },
  f: { kind: null },
};

beforeAll(async () => {
  all = newCollection(database.db);
  const batch = database.db.batch();
  for (const [id, row] of Object.entries(rows).reverse()) batch.set(all.doc(id), row);
  await batch.commit();
});

/** Checks that a query finds these documents, in this order. */
const finds =
  (query: (from: Collection) => { get(): Promise<{ docs: { id: string }[] }> }, ids: string) =>
  async () =>
    expect(idsOf(await query(all).get())).toBe(ids);

const where =
  (...filter: Condition) =>
  (from: Collection) =>
    from.where(...filter);

const listFilter = (op: string, values: object[]) => ({
  fieldFilter: { field: { fieldPath: "n" }, op, value: { arrayValue: { values } } },
});
const refused = { code: 3 };
const numbers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ integerValue: index }));

const rules: Rule[] = [
  ["== null finds null, not a missing field", source.queries, finds(where("n", "==", null), "c")],
  ["== NaN finds NaN", source.query, finds(where("n", "==", Number.NaN), "d")],
  ["!= leaves out null and missing fields", source.queries, finds(where("n", "!=", 2), "d a e")],
  [
    "!= null leaves out null and missing fields",
    source.queries,
    finds(where("n", "!=", null), "d a b e"),
  ],
  [
    "!= NaN leaves out NaN, null and missing fields",
    source.queries,
    finds(where("n", "!=", Number.NaN), "a b e"),
  ],
  [
    "not-in leaves out null and missing fields",
    source.queries,
    finds(where("n", "not-in", [1, "2"]), "d b"),
  ],
  [
    "not-in with null among its values finds nothing",
    source.queries,
    finds(where("n", "not-in", [1, null]), ""),
  ],
  ["a range finds only values of its own type", source.queries, finds(where("n", ">", 1), "b")],
  ["a range of strings finds no numbers", source.queries, finds(where("n", "<=", "2"), "e")],
  [
    "in finds each document once, in the order of names",
    source.queries,
    finds(where("n", "in", [2, 1, 2]), "a b"),
  ],
  [
    "an order leaves out documents without its field, and keeps null",
    source.order,
    finds((from) => from.orderBy("n"), "c d a b e"),
  ],
  [
    "a path reaches into maps only",
    source.document,
    async () => {
      const where = {
        fieldFilter: {
          field: { fieldPath: "map.deep.x" },
          op: "GREATER_THAN_OR_EQUAL",
          value: { integerValue: 1 },
        },
      };
      expect(await database.query({ from: [{ collectionId: all.id }], where })).toEqual(["a", "b"]);
    },
  ],
  [
    "maps are compared as a whole",
    source.queries,
    finds(where("map", "==", { deep: { x: 1 } }), "a"),
  ],
  [
    "a quoted path segment is one field name",
    source.document,
    finds(where(new FieldPath("odd.name"), "==", 1), "a"),
  ],
  [
    "array-contains finds an equal element of an array",
    source.queries,
    finds(where("list", "array-contains", 1), "a"),
  ],
  [
    "array-contains compares maps as a whole",
    source.queries,
    finds(where("list", "array-contains", { y: 1 }), "a"),
  ],
  [
    "array-contains-any finds each document once",
    source.queries,
    finds(where("list", "array-contains-any", [1, { y: 1 }, "1"]), "a c"),
  ],
  [
    "or finds each document once",
    source.queries,
    finds(
      (from) =>
        from.where(Filter.or(Filter.where("n", "==", 1), Filter.where("kind", "==", "one"))),
      "a c e",
    ),
  ],
  [
    "a range orders by its field, then by name",
    source.query,
    finds(where("kind", ">", ""), "a c e b d"),
  ],
  [
    "an equality filter keeps the order by name",
    source.query,
    finds(where("kind", "==", "two"), "b d"),
  ],
  [
    "a descending order also orders names descending",
    source.query,
    finds((from) => from.orderBy("kind", "desc"), "d b e c a f"),
  ],
  [
    "a document's id can be asked for",
    source.queries,
    finds(where(FieldPath.documentId(), "in", ["e", "a", "x"]), "a e"),
  ],
  [
    "in and not-in require values: in at most 30, not-in at most 10",
    source.query,
    async () => {
      const query = { from: [{ collectionId: all.id }] };
      for (const [op, count] of [
        ["IN", 0],
        ["NOT_IN", 0],
        ["NOT_IN", 11],
        ["IN", 31],
      ] as const)
        await expect(
          database.query({ ...query, where: listFilter(op, numbers(count)) }),
        ).rejects.toMatchObject(refused);
      for (const [op, count] of [
        ["NOT_IN", 10],
        ["IN", 30],
      ] as const)
        await database.query({ ...query, where: listFilter(op, numbers(count)) });
    },
  ],
];

test.each(rules)("%s (%s)", (_rule, _source, check) => check());
