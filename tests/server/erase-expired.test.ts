import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../sandbox/serve.ts";
import { everyCase } from "../setup/cases.ts";
import { keepDataOf, owned } from "../setup/kept-data.ts";
import { keptErasure } from "../setup/outbox.ts";
import { startCommand } from "../setup/programs.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.stop());

const uid = "uid-rich";
const mails = () => sandbox.world.mails.map(({ subject }) => subject);

const old = new Date("2020-01-01T00:00:00Z");

const start = (...options: string[]) => startCommand(sandbox, "erase-expired", ...options);

test("is a dry run unless told to erase", async () => {
  sandbox.firestore.write("subscribers/uid-gone", { lastUsedAt: old });
  sandbox.firestore.write("endedSessions/session", { expireAt: old });
  const dry = await start().ended;
  expect(dry.out).toMatch(/^erase-expired: dry run, last use before \d{4}-\d\d-\d\d\n/);
  expect(dry.out).toContain("subscribers: 1 due, 0 erased, 0 still needed\n");
  expect(dry.out).toContain("\n2 documents due, nothing erased; run with --commit");
  expect(dry.out).not.toContain("uid-gone");
  expect(dry.code).toBe(0);
  expect(sandbox.firestore.read("subscribers/uid-gone")).toBeDefined();

  const real = await start("--commit").ended;
  expect(real).toMatchObject({ code: 0 });
  expect(real.out).toContain("2 of 2 due documents erased\n");
  expect(sandbox.firestore.read("subscribers/uid-gone")).toBeUndefined();
  expect((await start("--erase").ended).code).toBe(2);
});

test("completes what was asked for and left open", async () => {
  keepDataOf(sandbox, uid);
  sandbox.firestore.write(
    `erasureRequests/${uid}`,
    keptErasure({ uid, email: "rich@example.com" }),
  );
  expect((await start("--commit").ended).code).toBe(0);
  expect(mails()).toEqual(["Your data has been erased"]);
  expect(owned(sandbox, uid)).toEqual([]);
});

test("says so where it cannot go on, and is done by the next run", async () => {
  const { firestore, faults } = sandbox;
  firestore.write("subscribers/uid-gone", { lastUsedAt: old });
  faults.set("firestore", { kind: "status", status: 503 });
  const broken = await start("--commit").ended;
  expect(broken.code).toBe(1);
  expect(broken.error).toContain("; the next run erases the rest");
  faults.clear();
  expect((await start("--commit").ended).code).toBe(0);
  expect(firestore.read("subscribers/uid-gone")).toBeUndefined();
});

test("says so where another system has kept a request open, and is done by the next run", async () => {
  keepDataOf(sandbox, uid);
  const request = keptErasure({ uid, email: "rich@example.com" });
  sandbox.firestore.write(`erasureRequests/${uid}`, request);
  sandbox.faults.set("subscriptions", { kind: "status", status: 500 });
  const broken = await start("--commit").ended;
  expect(broken.code).toBe(1);
  expect(broken.error).toContain("; the next run erases the rest");
  expect(broken.out).toContain("documents erased\n");
  sandbox.faults.clear();
  sandbox.firestore.write(`erasureRequests/${uid}`, request);
  expect((await start("--commit").ended).code).toBe(0);
});

test("killed anywhere, it leaves the rest to the next run", async () => {
  const { firestore } = sandbox;
  // A subscriber takes as long to erase as a hundred answers. 120 are a little more than one page, of which unit tests erase
  // more, too.
  const subscribers = everyCase ? 120 : 8;
  for (let index = 0; index < 600; index += 1)
    firestore.write(`unsubscribeAnswers/uid-gone-${index}`, { updatedAt: old });
  for (let index = 0; index < subscribers; index += 1)
    firestore.write(`subscribers/uid-gone-${index}`, { lastUsedAt: old });
  firestore.write("unsubscribeAnswers/uid-here", { updatedAt: old });
  firestore.write("subscribers/uid-here", { lastUsedAt: new Date() });
  const left = (name: string) => Object.keys(firestore.readAll(name));

  const { program, ended } = start("--commit");
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  // On a busy machine it may give up by itself, and leaves the rest in the same way.
  while (!isOver && left("unsubscribeAnswers").length > 500)
    await new Promise((resolve) => setTimeout(resolve, 2));
  program.kill("SIGKILL");
  await ended;
  expect(left("unsubscribeAnswers").length).toBeGreaterThan(1);
  expect(left("subscribers")).toHaveLength(subscribers + 1);

  expect((await start("--commit").ended).code).toBe(0);
  expect(left("unsubscribeAnswers")).toEqual(["uid-here"]);
  expect(left("subscribers")).toEqual(["uid-here"]);
});

test("own-data copies and erases what is held of who asks by mail, without a session", async () => {
  keepDataOf(sandbox, uid);
  const ask = (...words: string[]) => startCommand(sandbox, "own-data", ...words).ended;
  // More than a pipe holds.
  const answers = {
    ...sandbox.firestore.read(`unsubscribeAnswers/${uid}`),
    feedback: "x".repeat(500_000),
  };
  sandbox.firestore.write(`unsubscribeAnswers/${uid}`, answers);
  const copy = await ask("copy", "Rich@example.com");
  expect(copy).toMatchObject({ code: 0, error: "" });
  expect(JSON.parse(copy.out)).toMatchObject({ account: { email: "rich@example.com" } });
  const erased = await ask("erase", uid);
  expect(erased.code).toBe(0);
  expect(erased.out).toMatch(/^erased; /);
  expect(mails()).toEqual(["Your data has been erased"]);
  expect(owned(sandbox, uid)).toEqual([]);
  expect(await ask("erase", "nobody@example.com")).toMatchObject({ code: 3, out: "" });
  expect(await ask("erase", uid, "now")).toMatchObject({ code: 2, out: "" });
  sandbox.faults.set("firestore", { kind: "status", status: 503 });
  expect(await ask("copy", uid)).toMatchObject({ code: 1, out: "" });
  expect((await ask("erase", uid)).code).toBe(1);
});
