import { expect, test } from "vitest";
import {
  idsOf,
  newCollection,
  type Rule,
  source,
  tableDatabase,
} from "../../setup/firestore-table.ts";

const database = tableDatabase();

const rules: Rule[] = [
  [
    "a collection group contains the documents of every collection with its name, a collection only its own",
    source.queries,
    async () => {
      const all = newCollection(database.db);
      const parts = `parts-${all.id}`;
      await database.db.doc(`${parts}/1`).set({});
      await all.doc("a").collection(parts).doc("2").set({});
      await all.doc("missing").collection(parts).doc("3").set({});
      expect(idsOf(await database.db.collectionGroup(parts).get())).toBe("1 2 3");
      expect(idsOf(await database.db.collection(parts).get())).toBe("1");
    },
  ],
  [
    "a query without a collection finds every document below its parent",
    source.query,
    async () => {
      const ref = newCollection(database.db).doc("one");
      for (const path of ["sub/2", "other/1", "sub/2/sub/3"])
        await database.db.doc(`${ref.path}/${path}`).set({});
      const everything = { from: [{ allDescendants: true }] };
      expect(await database.query(everything, ref.path)).toEqual(["1", "2", "3"]);
    },
  ],
  [
    "recursiveDelete deletes a document and everything below it, and nothing else",
    source.library,
    async () => {
      const own = newCollection(database.db);
      const paths = ["x", "x/sub/0", "x/sub/Z", "x/sub/z/more/é", "x1", "y/sub/0"];
      for (const path of paths) await database.db.doc(`${own.id}/${path}`).set({});
      await database.db.recursiveDelete(own.doc("x"));
      const left = paths.map((path) => database.db.doc(`${own.id}/${path}`));
      const found = (await database.db.getAll(...left)).filter(({ exists }) => exists);
      expect(found.map(({ ref }) => ref.path)).toEqual([`${own.id}/x1`, `${own.id}/y/sub/0`]);
      await database.db.recursiveDelete(own);
      expect((await database.db.getAll(...left)).filter(({ exists }) => exists)).toEqual([]);
    },
  ],
  [
    "the collections below a document are listed, in their order",
    source.firestore,
    async () => {
      const ref = newCollection(database.db).doc("one");
      for (const path of ["b/1", "a/1", "a/2", "c/1/d/1"])
        await database.db.doc(`${ref.path}/${path}`).set({});
      const [ids] = await database.raw.listCollectionIds({ parent: database.nameOf(ref.path) });
      expect(ids).toEqual(["a", "b", "c"]);
    },
  ],
];

test.each(rules)("%s (%s)", (_rule, _source, check) => check());
