import { FieldPath, FieldValue, Timestamp } from "@google-cloud/firestore";
import { describe, expect, it } from "vitest";
import { everyCase } from "#tests/setup/cases";
import { connect, db } from "./firestore-under-test.ts";

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

describe("transactions", () => {
  // As firestore/transactions.test.ts says in the words of Firestore's guide.
  it.runIf(everyCase)("do not lose an update, however many run at once", async () => {
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

  it.runIf(everyCase)("are retried if they stalled and another write came in between", async () => {
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

  it("release their locks when their process dies", async () => {
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
