import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, describe, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { newMember } from "#tests/setup/member";
import { projectId } from "#tests/setup/outside";
import { endSession } from "~/features/account/ended-sessions.server";
import type { Import } from "~/features/history/import";
import { eraseImports, noteAlive } from "~/features/history/import-documents.server";
import { erasePiece } from "~/features/history/kept-pieces.server";
import { amendDeclaration } from "~/features/leaving/store/declarations.server";
import {
  documentsBefore,
  eraseDocuments,
  type StoredDocument,
  setIfThere,
} from "~/features/own-data/store/personal-documents.server";
import { readSession } from "~/platform/session/session.server";
import { inFirestore } from "~/platform/store/firestore.server";
import { takeUseBack, useOnce } from "~/platform/tokens/tokens.server";
import { backgroundSettled, setStoppingSoon } from "~/platform/work/background.server";
import { createFaults } from "../../../sandbox/faults.ts";
import { startFirestore } from "../../../sandbox/systems/firestore.ts";

// A Firestore of its own: what Google's library repeats by itself is seen only by one that answers so.
const faults = createFaults();
const firestore = await startFirestore(projectId, { faults });
vi.stubEnv("FIRESTORE_EMULATOR_HOST", `127.0.0.1:${firestore.port}`);
afterAll(() => firestore.stop());

const many = 1_000;
/** From now on every call fails. @returns how many have */
function refuse(status: 403 | 429 | 503): () => number {
  faults.set("firestore", { kind: "status", status }, many);
  return () => many - (faults.list()[0]?.times ?? many);
}

/** @returns what stands there once Firestore is well again and nothing can come late any more */
async function afterwards(...paths: string[]): Promise<unknown[]> {
  // What was on its way when its caller was told is refused, too.
  await pause(500);
  faults.clear();
  await pause(2_500);
  return paths.map((path) => firestore.read(path));
}

const old = { state: "open", at: 1 };

/** A new document, of which `write` is about to change something. */
function present(collection: string) {
  const id = randomUUID();
  const path = `${collection}/${id}`;
  firestore.write(path, old);
  return { id, path };
}

/** The writes that read nothing before, by what they change. */
const writes: [string, string, (id: string) => Promise<unknown>][] = [
  ["a log-out", "endedSessions", (id) => endSession(id, Date.now())],
  ["a sign of life", "imports", noteAlive],
  ["an erased import", "imports", (id) => eraseImports([{ id } as Import])],
  ["an erased piece", "importPieces", (id) => erasePiece((db) => db.doc(`importPieces/${id}`))],
  ["a declaration", "declarations", (id) => amendDeclaration(id, { state: "carried-out" })],
  ["a date", "notices", (id) => setIfThere("notices", id, { at: 0 })],
  ["a used link", "usedStates", (id) => useOnce("sign-in link", { id, expiresAt: Date.now() })],
  ["a use taken back", "usedStates", (id) => takeUseBack("sign-in link", id)],
];

test.each(writes)(
  "%s over a quota is refused at once, and is no outage",
  async (_, name, write) => {
    const { id, path } = present(name);
    for (let count = 0; count < 6; count += 1) {
      const asked = refuse(429);
      await expect(write(id)).rejects.toMatchObject({ kind: "busy", status: 429 });
      expect(asked()).toBe(1);
    }
    faults.clear();
    expect(firestore.read(path)).toEqual(old);
    expect(await inFirestore("read", async () => "answered")).toBe("answered");
  },
);

test("so is a transaction whose reads are well", async () => {
  const { path } = present("things");
  for (let count = 0; count < 6; count += 1) {
    const write = inFirestore("write", (database) =>
      database.runTransaction(async (transaction) => {
        await transaction.get(database.doc(path));
        refuse(429);
        transaction.delete(database.doc(path));
      }),
    );
    await expect(write).rejects.toMatchObject({ kind: "busy", status: 429 });
    faults.clear();
  }
  expect(firestore.read(path)).toEqual(old);
});

test("documents that were read are erased in the same way", async () => {
  const { path } = present("things");
  const documents: StoredDocument[] = [];
  const date = { field: "at", inMilliseconds: true } as const;
  for await (const page of documentsBefore("things", date, 2)) documents.push(...page);
  const asked = refuse(429);
  await expect(eraseDocuments("things", documents)).rejects.toMatchObject({ kind: "busy" });
  expect(asked()).toBe(documents.length);
  faults.clear();
  expect(await eraseDocuments("things", documents)).toBe(documents.length);
  expect(firestore.read(path)).toBeUndefined();
});

test("a moment without Firestore costs a write nothing", async () => {
  const { id, path } = present("notices");
  refuse(503);
  setTimeout(() => faults.clear(), 300);
  await setIfThere("notices", id, { at: 0 });
  expect(firestore.read(path)).toEqual({ ...old, at: 0 });
});

test("of an outage that is longer its callers are told, and nothing comes late", async () => {
  const begun = writes.map(([, name, write]) => ({ write, ...present(name) }));
  const link = { id: randomUUID(), expiresAt: Date.now() };
  refuse(503);
  const told = await Promise.allSettled([
    ...begun.map(({ write, id }) => write(id)),
    useOnce("sign-in link", link),
  ]);
  for (const one of told) expect(one).toMatchObject({ reason: { kind: "status", status: 503 } });
  expect(await afterwards(...begun.map(({ path }) => path))).toEqual(begun.map(() => old));
  // The breaker has opened, as it should.
  await pause(3_000);
  expect(await useOnce("sign-in link", link), "its next press is its first").toBeUndefined();
});

describe("a log-out", () => {
  const stored = (id: string) => firestore.read(`endedSessions/${id}`);
  const soon = () => Date.now() + 60_000;

  test("that came in an outage is there once Firestore answers, and its answer waits for nothing", async () => {
    const { cookie } = await newMember();
    const session = await readSession(new Request("http://localhost/", { headers: { cookie } }));
    const id = session?.sessionId ?? "";
    refuse(503);
    const answer = await visit("/dashboard/log-out", {
      method: "POST",
      cookie,
      body: new URLSearchParams({ press: "out" }),
    });
    expect([answer.status, stored(id)]).toEqual([302, undefined]);
    faults.clear();
    await backgroundSettled();
    expect(stored(id)).toEqual({ expireAt: expect.anything() });
  });

  test("that waits is stored while the process stops, with all others", async () => {
    const ids = Array.from({ length: 3 }, () => randomUUID());
    refuse(503);
    await Promise.allSettled(ids.map((id) => endSession(id, soon())));
    setStoppingSoon(true);
    faults.clear();
    await backgroundSettled();
    setStoppingSoon(false);
    for (const id of ids) expect(stored(id)).toBeDefined();
  });

  test("that is refused is not repeated, and one whose cookie has ended neither", async () => {
    const id = randomUUID();
    const asked = refuse(403);
    await expect(endSession(id, soon())).rejects.toMatchObject({ kind: "refused" });
    expect(asked()).toBe(1);
    refuse(503);
    await expect(endSession(id, Date.now())).rejects.toMatchObject({ status: 503 });
    faults.clear();
    const began = performance.now();
    await backgroundSettled();
    expect(performance.now() - began).toBeLessThan(500);
    expect(stored(id)).toBeUndefined();
  });
});

test("a read over a quota is repeated by the library, and ends at its deadline", async () => {
  refuse(429);
  const read = inFirestore("read", (database) => database.doc("things/one").get());
  await expect(read).rejects.toMatchObject({ kind: "timeout" });
  faults.clear();
});
