import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../sandbox/serve.ts";
import { everyCase, few } from "../setup/cases.ts";
import { keptCancellation, keptErasure, keptPurchase } from "../setup/outbox.ts";
import { startCommand } from "../setup/programs.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ people: [] });
  const { firestore } = sandbox;
  const ago = (hours: number) => Date.now() - hours * 3_600_000;
  const owner = { id: "sub-77001", email: "somebody@example.com", uid: "uid-somebody" };
  firestore.write(
    "cancellationIntents/sub-77001",
    keptCancellation(owner, {
      requestedAt: ago(5),
      attempts: 31,
      dueAt: Date.now() + 600_000,
      needsPerson: { at: ago(1), reason: "billing: refused" },
    }),
  );
  firestore.write("cancellationIntents/sub-77002", {
    ...keptCancellation({ ...owner, id: "sub-77002" }, { requestedAt: ago(72), attempts: "many" }),
    dueAt: null,
    setAside: { at: ago(1), reason: "malformed: attempts" },
  });
  const order = { uid: owner.uid, email: owner.email, mainId: owner.id };
  // Left to the next press: nothing waits for it.
  firestore.write(
    `purchaseIntents/${owner.uid}_pdfCourse`,
    keptPurchase(order, { dueAt: null, leaseUntil: 0 }),
  );
  firestore.write(`erasureRequests/${owner.uid}`, keptErasure(owner, { attempts: 1 }));
});
afterAll(() => sandbox.stop());

const run = (...words: string[]) => startCommand(sandbox, "outbox", ...words).ended;

/** What the report calls the entry that a line of it describes. */
const named = (report: string, description: string) =>
  report
    .split("\n")
    .find((line) => line.includes(description))
    ?.trim()
    .split(/\s/)[0] ?? "";

test("lists what waits, needs a person and is set aside, by kind and age, and names nobody", async () => {
  const { code, out, error } = await run();
  expect({ code, error }).toEqual({ code: 0, error: "" });
  // A name is drawn anew for each sandbox, and could have any digits.
  const told = out.replaceAll(/[\da-f]{16}/g, "…");
  expect(told.split("\n")).toEqual([
    "cancellation: 0 waiting, 1 need a person, 1 set aside",
    "  cancellation-…  set aside for 3 d: malformed: attempts",
    "  cancellation-…  needs person for 5 h, 31 attempts, next in 10 min: billing: refused",
    "declaration-form: 0 waiting, 0 need a person, 0 set aside",
    "open-declaration: 0 waiting, 0 need a person, 0 set aside",
    "notice: 0 waiting, 0 need a person, 0 set aside",
    "purchase: 0 waiting, 0 need a person, 0 set aside",
    "erasure: 1 waiting, 0 need a person, 0 set aside",
    expect.stringMatching(/^ {2}erasure-… {2}waiting for \d+ s, 1 attempt, next in 0 s$/),
    "access-letter: 0 waiting, 0 need a person, 0 set aside",
    "mailed-link: 0 waiting, 0 need a person, 0 set aside",
    "proven-address: 0 waiting, 0 need a person, 0 set aside",
    "breach-alert: 0 waiting, 0 need a person, 0 set aside",
    "",
  ]);
  for (const personal of ["somebody", "77001", "77002"]) expect(told).not.toContain(personal);
});

test("tries an entry again, or gives it up for a reason, by the name in the list", async () => {
  const { out } = await run();
  const stuck = named(out, "needs person");
  expect(await run("find", stuck)).toMatchObject({
    code: 0,
    out: "cancellationIntents/sub-77001\n",
  });
  const before = Date.now();
  expect(await run("retry", stuck)).toMatchObject({ code: 0, out: `${stuck} is tried at once\n` });
  const tried = sandbox.firestore.read("cancellationIntents/sub-77001");
  expect(tried).toMatchObject({ state: "open", needsPerson: null, attempts: 31 });
  expect(tried?.dueAt).toBeGreaterThanOrEqual(before);

  const aside = named(out, "set aside for");
  const reason = "agreed with somebody@example.com by phone";
  expect(await run("give-up", aside, "--reason", reason)).toMatchObject({ code: 0 });
  expect(sandbox.firestore.read("cancellationIntents/sub-77002")).toMatchObject({
    state: "given-up",
    dueAt: null,
    givenUp: { reason: "agreed with [email] by phone" },
  });
  expect((await run()).out).toContain("cancellation: 1 waiting, 0 need a person, 0 set aside");
});

const wrongly = [
  ["retry"],
  ["retry", "cancellation-0123456789abcdef", "more"],
  ["give-up", "cancellation-0123456789abcdef"],
  ["give-up", "cancellation-0123456789abcdef", "--reason", " "],
  ["drop", "cancellation-0123456789abcdef"],
  ["--all"],
];
test.runIf(everyCase).each(wrongly.map((words) => [words]))(
  "does not understand %j, and says how it is used",
  async (words) => {
    const { code, out, error } = await run(...words);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(error).toMatch(/^usage: outbox/);
  },
);

test("says that nothing has a name, and that Firestore does not answer", async () => {
  for (const name of few(["cancellation-0123456789abcdef", "weather-0123456789abcdef"], 1))
    expect(await run("retry", name)).toMatchObject({
      ...{ code: 3, out: "", error: "outbox: no unsettled entry has that id\n" },
    });
  sandbox.faults.set("firestore", { kind: "status", status: 503 });
  expect(await run()).toMatchObject({
    code: 1,
    error: expect.stringMatching(/^outbox: firestore/m),
  });
  sandbox.faults.clear();
});

test.runIf(everyCase)("says that there is no such kind, and no such mailbox", async () => {
  const kinds = await run("retry-all", "cancelation");
  expect([kinds.code, kinds.out]).toEqual([3, ""]);
  expect(kinds.error).toMatch(/^outbox: there is no such kind; there are cancellation, .*notice/);
  expect(await run("allow", "foo")).toMatchObject({
    ...{ code: 3, out: "", error: "outbox: no mailbox of that name has refused letters\n" },
  });
});
