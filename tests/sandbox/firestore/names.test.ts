import { expect, test } from "vitest";
import { newCollection, type Rule, source, tableDatabase } from "../../setup/firestore-table.ts";

const database = tableDatabase();
const refused = { code: 3 };

/** Writes under a name that Google's library might reject by itself. */
const writeAt = (path: string, fields: object = {}) =>
  database.commit({ update: { name: database.nameOf(path), fields } });

const bytes = (count: number) => "é".repeat(Math.floor(count / 2)) + "e".repeat(count % 2);
const mebibyte = 1_048_576;
/** Bytes of `things/one` with an empty text in its field `a`: document name, field name, text, document. */
const overhead = 7 + 4 + 16 + 2 + 1 + 32;

const nested = (depth: number): object =>
  depth === 0 ? { integerValue: 1 } : { mapValue: { fields: { a: nested(depth - 1) } } };

const rules: Rule[] = [
  ...[".", "..", "__x__", "____", "", bytes(1_501), "a/b"].map(
    (id): Rule => [
      `no document is called "${id.slice(0, 12)}"${id.length > 12 ? " and so on for 1,501 bytes" : ""}`,
      source.quotas,
      async () => {
        await expect(writeAt(`things/${id}`)).rejects.toMatchObject(refused);
        await expect(database.wireFields(`things/${id}`)).rejects.toMatchObject(refused);
      },
    ],
  ),
  ...[".", "..", "__x__", "", bytes(1_501)].map(
    (id): Rule => [
      `no collection is called "${id.slice(0, 12)}"${id.length > 12 ? " and so on for 1,501 bytes" : ""}`,
      source.quotas,
      async () => {
        await expect(writeAt(`${id}/one`)).rejects.toMatchObject(refused);
        await expect(writeAt(`things/one/${id}/two`)).rejects.toMatchObject(refused);
      },
    ],
  ),
  ...["...", "__x", "x__", "_x_", "a b", "ä", bytes(1_500), "constructor", "__proto"].map(
    (id): Rule => [
      `a document may be called "${id.slice(0, 12)}"${id.length > 12 ? " and so on for 1,500 bytes" : ""}`,
      source.quotas,
      async () => {
        const ref = newCollection(database.db).doc(id);
        await ref.set({ a: 1 });
        expect((await ref.get()).data()).toEqual({ a: 1 });
      },
    ],
  ),
  ...["__x__", "", bytes(1_501)].map(
    (name): Rule => [
      `no field is called "${name.slice(0, 12)}"${name.length > 12 ? " and so on for 1,501 bytes" : ""}`,
      source.document,
      async () => {
        const one = { integerValue: 1 };
        await expect(writeAt("things/one", { [name]: one })).rejects.toMatchObject(refused);
        const inner = { mapValue: { fields: { [name]: one } } };
        await expect(writeAt("things/one", { a: inner })).rejects.toMatchObject(refused);
      },
    ],
  ),
  [
    "a document with its name and its field names may have 1 MiB, and no byte more",
    source.storageSize,
    async () => {
      const text = (length: number) => ({ a: { stringValue: "x".repeat(length) } });
      await writeAt("things/one", text(mebibyte - overhead));
      await expect(writeAt("things/one", text(mebibyte - overhead + 1))).rejects.toMatchObject(
        refused,
      );
    },
  ],
  [
    "maps may be nested 20 deep",
    source.quotas,
    async () => {
      await writeAt("things/one", { a: nested(20) });
      await expect(writeAt("things/one", { a: nested(21) })).rejects.toMatchObject(refused);
    },
  ],
];

test.each(rules)("%s (%s)", (_rule, _source, check) => check());
