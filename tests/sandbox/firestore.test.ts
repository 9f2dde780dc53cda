import { FieldPath, FieldValue, Filter, Firestore, Timestamp } from "@google-cloud/firestore";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startAnyFirestore } from "../setup/any-firestore.ts";
import { server } from "../setup/outside.ts";

let emulator: Awaited<ReturnType<typeof startAnyFirestore>>;
let db: Firestore;

beforeAll(async () => {
  // These systems are met over real sockets.
  server.close();
  emulator = await startAnyFirestore("demo-firestore-test");
  db = connect();
});
beforeEach(() => emulator.clear());
afterAll(async () => {
  server.listen();
  await db.terminate();
  await emulator.stop();
});

function connect(): Firestore {
  vi.stubEnv("FIRESTORE_EMULATOR_HOST", `127.0.0.1:${emulator.port}`);
  return new Firestore({ projectId: "demo-firestore-test" });
}

describe("documents", () => {
  it("keep every type of value", async () => {
    const data = {
      text: "Grüße",
      whole: 7,
      share: 0.5,
      yes: true,
      nothing: null,
      at: Timestamp.fromMillis(1_700_000_000_123),
      bytes: Buffer.from("bytes"),
      list: [1, "two", { three: 3 }],
      map: { inner: { deep: 1 }, "odd.name": 2 },
    };
    await db.doc("things/one").set(data);
    expect((await db.doc("things/one").get()).data()).toEqual(data);
    expect((await db.doc("things/two").get()).exists).toBe(false);
  });

  it("are replaced by set and merged by set with merge", async () => {
    const ref = db.doc("things/one");
    await ref.set({ a: 1, b: { c: 2, d: 3 } });
    await ref.set({ b: { c: 4 } }, { merge: true });
    expect((await ref.get()).data()).toEqual({ a: 1, b: { c: 4, d: 3 } });
    await ref.set({ e: 5 });
    expect((await ref.get()).data()).toEqual({ e: 5 });
  });

  it("are created once", async () => {
    const ref = db.doc("things/one");
    await ref.create({ first: true });
    await expect(ref.create({ first: false })).rejects.toMatchObject({ code: 6 });
    expect((await ref.get()).data()).toEqual({ first: true });
  });

  it("are updated by field path, and only when they exist", async () => {
    const ref = db.doc("things/one");
    await expect(ref.update({ a: 1 })).rejects.toMatchObject({ code: 5 });
    await ref.set({ a: { b: 1, c: 2 }, "odd.name": 1, gone: 1 });
    await ref.update({ "a.b": 3, gone: FieldValue.delete() });
    await ref.update(new FieldPath("odd.name"), 2);
    expect((await ref.get()).data()).toEqual({ a: { b: 3, c: 2 }, "odd.name": 2 });
  });

  it("know server values, increments and unions, also of fields in maps", async () => {
    const ref = db.doc("things/one");
    await ref.set({ count: 1, tags: ["a"], map: { count: 1 } });
    await ref.update({
      count: FieldValue.increment(2),
      "map.count": FieldValue.increment(0.5),
      tags: FieldValue.arrayUnion("a", "b"),
      other: FieldValue.arrayUnion("c"),
      at: FieldValue.serverTimestamp(),
    });
    const data = (await ref.get()).data();
    expect(data).toMatchObject({ count: 3, map: { count: 1.5 }, tags: ["a", "b"], other: ["c"] });
    expect(data?.at).toBeInstanceOf(Timestamp);
    await ref.update({ tags: FieldValue.arrayRemove("a") });
    expect((await ref.get()).get("tags")).toEqual(["b"]);
  });

  it("refuse a write meant for an older state", async () => {
    const ref = db.doc("things/one");
    const { writeTime } = await ref.set({ a: 1 });
    await ref.update({ a: 2 });
    await expect(ref.update({ a: 3 }, { lastUpdateTime: writeTime })).rejects.toMatchObject({
      code: 9,
    });
    await ref.delete();
    expect((await ref.get()).exists).toBe(false);
  });

  it("are written whole or not at all", async () => {
    await db.doc("things/taken").set({});
    const batch = db.batch().set(db.doc("things/new"), { a: 1 }).create(db.doc("things/taken"), {});
    await expect(batch.commit()).rejects.toMatchObject({ code: 6 });
    expect((await db.doc("things/new").get()).exists).toBe(false);
  });

  it("are listed, by collection and below a document", async () => {
    await db.doc("things/one/parts/a").set({ size: 1 });
    await db.doc("things/two/parts/b").set({ size: 2 });
    expect((await db.doc("things/one").listCollections()).map(({ id }) => id)).toEqual(["parts"]);
    expect((await db.collection("things/one/parts").listDocuments()).map(({ id }) => id)).toEqual([
      "a",
    ]);
    const group = await db.collectionGroup("parts").where("size", ">", 1).get();
    expect(group.docs.map(({ id }) => id)).toEqual(["b"]);
  });

  it("are written in bulk", async () => {
    const writer = db.bulkWriter();
    for (let index = 0; index < 30; index += 1) writer.create(db.doc(`things/${index}`), { index });
    await writer.close();
    expect((await db.collection("things").count().get()).data().count).toBe(30);
  });
});

describe("queries", () => {
  beforeEach(async () => {
    const batch = db.batch();
    const rows = [
      { id: "a", due: 3, state: "open", owner: { uid: "u1" }, tags: ["x"], note: null },
      { id: "b", due: 1, state: "open", owner: { uid: "u2" }, tags: ["x", "y"] },
      { id: "c", due: 2, state: "done", owner: { uid: "u1" }, tags: [] },
      { id: "d", state: "open", owner: { uid: "u3" }, tags: ["z"] },
    ];
    for (const { id, ...row } of rows) batch.set(db.doc(`rows/${id}`), row);
    await batch.commit();
  });
  const rows = () => db.collection("rows");

  it.each([
    ["equality", () => rows().where("state", "==", "open"), "a b d"],
    ["a field in a map", () => rows().where("owner.uid", "==", "u1"), "a c"],
    ["a range, in its order", () => rows().where("due", "<=", 2), "b c"],
    ["another order", () => rows().orderBy("due", "desc"), "a c b"],
    [
      "two filters and a limit",
      () => rows().where("state", "==", "open").where("due", "<", 9).limit(1),
      "b",
    ],
    ["in", () => rows().where("owner.uid", "in", ["u2", "u3"]), "b d"],
    ["not-in", () => rows().where("state", "not-in", ["open"]), "c"],
    ["!=", () => rows().where("due", "!=", 2), "b a"],
    ["null", () => rows().where("note", "==", null), "a"],
    ["array-contains", () => rows().where("tags", "array-contains", "x"), "a b"],
    ["array-contains-any", () => rows().where("tags", "array-contains-any", ["y", "z"]), "b d"],
    [
      "or",
      () =>
        rows().where(Filter.or(Filter.where("due", "==", 1), Filter.where("state", "==", "done"))),
      "b c",
    ],
    ["the document's id", () => rows().where(FieldPath.documentId(), ">", "b"), "c d"],
    ["offset", () => rows().orderBy("due").offset(1), "c a"],
    ["cursors", () => rows().orderBy("due").startAfter(1).endAt(2), "c"],
    ["limit to last", () => rows().orderBy("due").limitToLast(2), "c a"],
  ])("find by %s", async (_, query, ids) => {
    expect((await query().get()).docs.map(({ id }) => id).join(" ")).toBe(ids);
  });

  it("select fields, page behind a document, count and sum", async () => {
    const first = await rows().orderBy("due").limit(1).get();
    const next = await rows()
      .orderBy("due")
      .startAfter(first.docs[0])
      .limit(1)
      .select("state")
      .get();
    expect(next.docs[0]?.data()).toEqual({ state: "done" });
    expect((await rows().where("state", "==", "open").count().get()).data().count).toBe(3);
  });

  it("tell listeners what changes", async () => {
    const seen: string[] = [];
    const until = (wanted: string) => expect.poll(() => seen.at(-1)).toBe(wanted);
    const stop = rows()
      .where("state", "==", "open")
      .onSnapshot((snapshot) => seen.push(snapshot.docs.map(({ id }) => id).join(" ")));
    await until("a b d");
    await db.doc("rows/a").update({ state: "done" });
    await until("b d");
    await db.doc("rows/d").delete();
    await until("b");
    stop();
  });

  it("tell listeners of one document", async () => {
    const seen: unknown[] = [];
    const stop = db.doc("rows/new").onSnapshot((snapshot) => seen.push(snapshot.data()?.state));
    await expect.poll(() => seen).toEqual([undefined]);
    await db.doc("rows/new").set({ state: "open" });
    await expect.poll(() => seen).toEqual([undefined, "open"]);
    stop();
  });
});

describe("transactions", () => {
  it("do not lose an update, however many run at once", async () => {
    const ref = db.doc("counters/one");
    await ref.set({ value: 0 });
    const clients = [db, connect()];
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (clients[index % 2] ?? db).runTransaction(async (transaction) => {
          const value = (await transaction.get(ref)).get("value") as number;
          await new Promise((resolve) => setTimeout(resolve, 5));
          transaction.update(ref, { value: value + 1 });
        }),
      ),
    );
    await clients[1]?.terminate();
    expect((await ref.get()).get("value")).toBe(20);
  });

  it("are tried again when they fell silent and another write came between", async () => {
    const ref = db.doc("counters/one");
    await ref.set({ value: 0 });
    let tries = 0;
    await db.runTransaction(async (transaction) => {
      tries += 1;
      const value = (await transaction.get(ref)).get("value") as number;
      if (tries === 1) await ref.set({ value: 10 });
      transaction.update(ref, { value: value + 1 });
    });
    expect(tries).toBe(2);
    expect((await ref.get()).get("value")).toBe(11);
  });

  it("see a document that appears in their query as a change", async () => {
    let tries = 0;
    await db.runTransaction(async (transaction) => {
      tries += 1;
      const open = await transaction.get(db.collection("jobs").where("state", "==", "open"));
      if (tries === 1) await db.doc("jobs/new").set({ state: "open" });
      transaction.set(db.doc("totals/open"), { count: open.size });
    });
    expect((await db.doc("totals/open").get()).get("count")).toBe(1);
  });

  it("write nothing when they fail", async () => {
    const failing = db.runTransaction(async (transaction) => {
      transaction.set(db.doc("things/one"), {});
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect((await db.doc("things/one").get()).exists).toBe(false);
  });

  it("give their locks back when their process falls silent", async () => {
    const ref = db.doc("counters/one");
    await ref.set({ value: 0 });
    const killed = connect();
    void killed.runTransaction(async (transaction) => {
      await transaction.get(ref);
      await new Promise(() => {});
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await db.runTransaction(async (transaction) => {
      const value = (await transaction.get(ref)).get("value") as number;
      transaction.update(ref, { value: value + 1 });
    });
    expect((await ref.get()).get("value")).toBe(1);
    await killed.terminate();
  });
});
