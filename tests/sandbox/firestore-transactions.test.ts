import { status } from "@grpc/grpc-js";
import { describe, expect, it } from "vitest";
import { connect, db, faults } from "#tests/setup/firestore-emulator";

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

  it("are tried again when another write came between", async () => {
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

describe("faults", () => {
  it("answer as unavailable once, which the library tries again", async () => {
    faults.set("firestore", { kind: "status", status: 500 }, 1);
    await db.doc("things/one").create({});
    expect(faults.current("firestore")).toBeUndefined();
    expect((await db.doc("things/one").get()).exists).toBe(true);
  });

  it("lose the answer of a commit that was done", async () => {
    faults.set("firestore", { kind: "lost-answer" }, 1);
    // Tried again by the library, the create meets the document that it has made itself.
    await expect(db.doc("things/one").create({ a: 1 })).rejects.toMatchObject({
      code: status.ALREADY_EXISTS,
    });
    expect((await db.doc("things/one").get()).data()).toEqual({ a: 1 });
  });
});
