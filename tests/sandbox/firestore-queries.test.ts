import { FieldPath, Filter } from "@google-cloud/firestore";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "./firestore-under-test.ts";

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

  it("notify listeners of changes", async () => {
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

  it("notify listeners of one document", async () => {
    const seen: unknown[] = [];
    const stop = db.doc("rows/new").onSnapshot((snapshot) => seen.push(snapshot.data()?.state));
    await expect.poll(() => seen).toEqual([undefined]);
    await db.doc("rows/new").set({ state: "open" });
    await expect.poll(() => seen).toEqual([undefined, "open"]);
    stop();
  });
});
