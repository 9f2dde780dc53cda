import { expect, test } from "vitest";
import { removeBesideRotten, switchAnalysis } from "~/features/history/analyses.server";
import type { Import } from "~/features/history/import";
import {
  documentOf,
  ImportsUnreadable,
  importOf,
  importsOf,
  storedImports,
} from "~/features/history/import-documents.server";
import { firestore } from "~/platform/store/firebase.server";

const newId = () => crypto.randomUUID();
const startedAt = Date.parse("2026-05-10T12:00:00Z");

const anImport: Import = {
  id: newId(),
  state: "used",
  startedAt,
  aliveAt: startedAt,
  takenAt: startedAt,
  account: null,
  counts: { followers: 3, following: null, skipped: 0 },
  ownNames: [],
  found: [],
  digest: "",
  followersShown: null,
  unreadable: {},
  unknownLabels: [],
  problems: [],
  window: { from: 0, to: 0 },
  decision: null,
  pieces: 0,
  readings: null,
};

/** Stores an import of a subscriber, with some fields as they must not be. */
async function store(uid: string, rotten: object = {}) {
  const id = newId();
  const document = (await firestore()).doc(`imports/${id}`);
  await document.set({ ...documentOf(uid, anImport), ...rotten });
  return { id, document };
}

const isThere = async ({ document }: Awaited<ReturnType<typeof store>>) =>
  (await document.get()).exists;

test.each([
  ["of another kind", { counts: "many" }, startedAt],
  ["missing", { window: null }, startedAt],
  ["no time", { startedAt: "once" }, undefined],
  ["a time that no calendar has", { startedAt: 1e300, state: 7 }, undefined],
  ["a time to come", { startedAt: new Date("2126-05-10"), state: 7 }, undefined],
])("an import with a field that is %s cannot be read, and is told apart", async (_, fields, at) => {
  const uid = newId();
  const [readable, rotten] = [await store(uid), await store(uid, fields)];
  const { imports, rotten: found } = await storedImports(uid);
  expect(imports.map(({ id }) => id)).toEqual([readable.id]);
  expect(found).toMatchObject([{ id: rotten.id, startedAt: at }]);
  await expect(importsOf(uid)).rejects.toBeInstanceOf(ImportsUnreadable);
  await expect(importOf(uid, rotten.id)).rejects.toBeInstanceOf(ImportsUnreadable);
  expect(await importOf(uid, readable.id)).toMatchObject({ state: "used" });
  expect(await importOf(newId(), rotten.id)).toBeUndefined();
});

test.each<[string, { uid?: string; counts?: object | string }]>([
  ["can be read again", { counts: anImport.counts }],
  ["is somebody else's by now", { uid: "somebody-else" }],
])("one that %s when all is computed without it stays, and nothing is written", async (_, now) => {
  const uid = newId();
  const rotten = await store(uid, { counts: "many" });
  const change = {
    uid,
    computedFrom: undefined,
    imports: [],
    erased: [],
    removed: rotten.id,
    connection: undefined,
    analysis: undefined,
    profile: { _source: "built-in" },
  };
  await rotten.document.update({ ...now });
  expect(await switchAnalysis(change)).toBe("changed");
  expect(await isThere(rotten)).toBe(true);
  expect((await (await firestore()).doc(`profiles/${uid}`).get()).exists).toBe(false);
  await rotten.document.update({ uid, counts: "many" });
  expect(await switchAnalysis(change)).toBe("switched");
  expect(await isThere(rotten)).toBe(false);
  expect(await switchAnalysis(change)).toBe("changed");
});

test("beside another one it is removed only while neither can be read", async () => {
  const uid = newId();
  const analysis = (await firestore()).doc(`analyses/${uid}`);
  const rotten = await store(uid, { counts: "many" });
  const [other, readable, others] = [
    await store(uid, { pieces: -1 }),
    await store(uid),
    await store(newId(), { pieces: -1 }),
  ];
  await analysis.set({ revision: "before", generation: "kept", changes: { [readable.id]: null } });
  for (const [id, beside] of [
    [rotten.id, readable.id],
    [readable.id, rotten.id],
    [rotten.id, newId()],
    [others.id, rotten.id],
    [rotten.id, others.id],
  ] as const)
    expect(await removeBesideRotten(uid, id, beside)).toBe(false);
  expect((await analysis.get()).get("revision")).toBe("before");
  expect(await removeBesideRotten(uid, rotten.id, other.id)).toBe(true);
  const there = await Promise.all([rotten, other, readable, others].map(isThere));
  expect(there).toEqual([false, true, true, true]);
  // The next computation begins from the first import, and knows who was hidden.
  const { revision, ...left } = (await analysis.get()).data() ?? {};
  expect(revision).not.toBe("before");
  expect(left).toEqual({ generation: "kept", changes: {} });
});
