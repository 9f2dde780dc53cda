import { beforeAll, expect, test } from "vitest";
import {
  idsOf,
  newCollection,
  type Rule,
  source,
  tableDatabase,
} from "../../setup/firestore-table.ts";

const database = tableDatabase();
type Collection = ReturnType<typeof newCollection>;
let all: Collection;

beforeAll(async () => {
  all = newCollection(database.db);
  const rows: Record<string, object> = {
    a: { n: 1, kind: "one" },
    b: { n: 2, kind: "two" },
    c: { n: null, kind: "one" },
    d: { n: Number.NaN, kind: "two" },
    e: { n: "2", kind: "one" },
    f: { kind: null },
  };
  const batch = database.db.batch();
  for (const [id, row] of Object.entries(rows).reverse()) batch.set(all.doc(id), row);
  await batch.commit();
});

/** Checks that a query finds these documents, in this order. */
const finds =
  (query: (from: Collection) => { get(): Promise<{ docs: { id: string }[] }> }, ids: string) =>
  async () =>
    expect(idsOf(await query(all).get())).toBe(ids);

const rules: Rule[] = [
  [
    "an offset comes before the limit",
    source.query,
    finds((from) => from.orderBy("kind").offset(1).limit(2), "a c"),
  ],
  [
    "startAt and endAt include the value, startAfter and endBefore exclude it",
    source.cursors,
    finds((from) => from.orderBy("n").startAfter(1).endAt("2"), "b e"),
  ],
  [
    "a cursor need not match a document",
    source.query,
    finds((from) => from.orderBy("n").startAt(1.5).endBefore("2"), "b"),
  ],
  [
    "a cursor may have fewer values than the order has fields",
    source.query,
    finds((from) => from.orderBy("kind").orderBy("n", "desc").startAt("two"), "b d"),
  ],
  [
    "a cursor follows the direction of the order",
    source.cursors,
    finds((from) => from.orderBy("n", "desc").startAfter(2), "a d c"),
  ],
  [
    "a cursor of another type is placed by the order of types",
    source.query,
    finds((from) => from.orderBy("n").startAt(""), "e"),
  ],
  [
    "limitToLast returns the last documents, in the order of the query",
    source.order,
    finds((from) => from.orderBy("n").endBefore("2").limitToLast(2), "a b"),
  ],
  [
    "a cursor with more values than the order has fields is refused",
    source.query,
    async () => {
      const values = [{ integerValue: 1 }, { integerValue: 2 }];
      const query = { from: [{ collectionId: all.id }], orderBy: [{ field: { fieldPath: "n" } }] };
      await expect(database.query({ ...query, startAt: { values } })).rejects.toMatchObject({
        code: 3,
      });
    },
  ],
];

test.each(rules)("%s (%s)", (_rule, _source, check) => check());
