import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createFaults, type Fault } from "#sandbox/faults.ts";
import { type FirestoreEmulator, startFirestore } from "#sandbox/systems/firestore.ts";
import { visit } from "#tests/setup/app";
import { everyCase } from "#tests/setup/cases";
import {
  exportOf,
  importInto,
  type Member,
  newMember,
  pageAt,
  press,
  profileOf,
  type SentFile,
  send,
  withExports,
} from "#tests/setup/imports";
import { projectId, sandbox } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";

// A Firestore of its own: other files must not see its failures.
let calls = 0;
let failing: { from: number; fault: Fault } | undefined;
const faults = {
  ...createFaults(),
  current: () => {
    calls += 1;
    return failing && calls >= failing.from ? failing.fault : undefined;
  },
  take: () => failing?.fault,
};
const emulator: FirestoreEmulator = await startFirestore(projectId, { faults });
vi.stubEnv("FIRESTORE_EMULATOR_HOST", `127.0.0.1:${emulator.port}`);
afterAll(() => emulator.stop());

withExports();
let first: SentFile[];
let second: SentFile[];
beforeAll(async () => {
  first = await exportOf(30);
  second = await exportOf(0);
});

/** A process in which Firestore is well and no breaker is open. */
async function newProcess(): Promise<void> {
  failing = undefined;
  resetApp();
  await import("~/listener.server");
}

/** A read that is answered after the 5 s for which a breaker is open: from here on none is. */
async function isWellAgain(): Promise<void> {
  failing = undefined;
  const { inFirestore } = await import("~/platform/store/firestore.server");
  const later = Date.now() + 5_001;
  const clock = vi.spyOn(Date, "now").mockReturnValue(later);
  await inFirestore("read", (database) => database.doc("warm/up").get());
  clock.mockRestore();
}

/** What an answer leaves to be done behind it. */
const workIsDone = async () =>
  (await import("~/platform/work/background.server")).backgroundSettled();

const statesOf = ({ uid }: Member) =>
  Object.values(emulator.readAll("imports"))
    .filter((one) => one.uid === uid)
    .map(({ state }) => state);

async function callsOf(work: () => Promise<unknown>): Promise<number> {
  calls = 0;
  await work();
  return calls;
}

/** The library does not repeat a write that is refused. */
const refusing: Fault = { kind: "status", status: 403 };

test("Firestore failing at any step leaves all as it was, or all as it is to be", async () => {
  const reference = await newMember();
  await importInto(reference, first);
  const before = await profileOf(reference);
  const steps = await callsOf(() => importInto(reference, second));
  const after = await profileOf(reference);
  expect(steps).toBeGreaterThan(10);

  // The library repeats reads for as long as it may. So every fifth step is tried, and all around the transaction; else one on each side of it.
  const tried = Array.from({ length: steps }, (_, index) => index + 1).filter((step) =>
    everyCase ? step % 5 === 1 || step > steps - 5 : [6, steps - 4].includes(step),
  );
  const members: Member[] = [];
  const outcomes = new Set<string>();
  for (const step of tried) {
    const member = await newMember();
    await importInto(member, first);
    members.push(member);
    await workIsDone();
    calls = 0;
    failing = { from: step, fault: refusing };
    const { status } = await send(member, second);
    failing = undefined;
    // The last calls clear up behind an import that is through.
    if (status !== 303) expect(calls).toBeGreaterThanOrEqual(step);
    await workIsDone();
    await isWellAgain();
    const used = statesOf(member).filter((state) => state === "used").length;
    expect(await profileOf(member), `step ${step}`).toEqual(used === 1 ? before : after);
    outcomes.add(`${status}: ${used}`);
  }
  expect(outcomes).toEqual(new Set(["503: 1", "303: 2"]));

  // What was left behind is in nobody's way, once it has been silent for half a minute.
  await newProcess();
  const aliveAt = new Date(Date.now() - 40_000);
  for (const [id, one] of Object.entries(emulator.readAll("imports")))
    if (one.state === "reading") emulator.write(`imports/${id}`, { ...one, aliveAt });
  for (const member of members.slice(0, everyCase ? 3 : 1)) {
    expect(await importInto(member, second)).toMatchObject({ state: "used" });
    expect(await profileOf(member)).toEqual(after);
  }
});

/**
 * Presses while Firestore fails from the first step on, from the second, and so on: nothing changes until none fails. Where
 * not every case is tried, every eighth step from the fifth on: of the first one a form says it, below.
 */
async function pressedAtLast(member: Member, id: string, what: "discard" | "remove") {
  const [profile, states] = [await profileOf(member), statesOf(member)];
  let status = 503;
  let step = everyCase ? 1 : 5;
  for (; status === 503; step += everyCase ? 1 : 8) {
    await isWellAgain();
    calls = 0;
    failing = { from: step, fault: refusing };
    const answer = await press(member, id, what);
    failing = undefined;
    status = answer.status;
    if (status !== 503) break;
    expect(await answer.text()).toContain("nothing has changed");
    expect(await profileOf(member)).toEqual(profile);
    expect(statesOf(member)).toEqual(states);
  }
  expect(status).toBe(303);
  expect(step).toBeGreaterThan(4);
}

test("a press that Firestore fails at any step changes nothing, and says so", async () => {
  await newProcess();
  const member = await newMember();
  const { id } = await importInto(member, first);
  await pressedAtLast(member, id, "discard");
  expect(statesOf(member)).toEqual(["discarded"]);
});

test.runIf(everyCase)(
  "an import that cannot be read goes with all that follows, or not at all, at whichever step Firestore fails",
  async () => {
    await newProcess();
    const member = await newMember();
    await importInto(member, first);
    const alone = await profileOf(member);
    const { id } = await importInto(member, second);
    emulator.write(`imports/${id}`, { ...emulator.readAll("imports")[id], counts: "many" });
    await pressedAtLast(member, id, "remove");
    expect(statesOf(member)).toEqual(["used"]);
    expect(await profileOf(member)).toEqual(alone);
  },
);

test("a form that Firestore fails stays, with what was typed", async () => {
  await newProcess();
  const member = await newMember();
  const { id } = await importInto(member, first);
  calls = 0;
  failing = { from: 1, fault: refusing };
  const answers = [
    await send(member, second, { followersShown: "1,361" }),
    await press(member, id, "discard", { followersShown: "1,361" }),
  ];
  failing = undefined;
  // What a press means depends on the import, of which nothing is known: it is 'Try again'.
  const fields = [/type="file"/, /<button[^>]*value="discard"[^>]*>(<[^>]*>)*Try again</];
  for (const [nth, answer] of answers.entries()) {
    expect(answer.status).toBe(503);
    const html = await answer.text();
    expect(html).toContain("Please try again in a moment.");
    expect(html).toMatch(/<input[^>]*name="followersShown"[^>]*value="1,361"/);
    expect(html).toMatch(fields[nth] ?? "");
  }
});

test("an outage is no import that cannot be read: nobody is offered to remove anything", async () => {
  await newProcess();
  const member = await newMember();
  const { id } = await importInto(member, first);
  emulator.write(`imports/${id}`, { ...emulator.readAll("imports")[id], counts: "many" });
  const paths = ["/dashboard/import", `/dashboard/import/${id}`];
  for (const path of paths) expect(await pageAt(member, path)).toContain("Remove this export");
  failing = { from: 1, fault: refusing };
  calls = 0;
  for (const page of await Promise.all(paths.map((path) => pageAt(member, path)))) {
    expect(page).not.toContain("Remove this export");
    expect(page).toContain("Your data is safe");
  }
  failing = undefined;
});

test.runIf(everyCase)("while Firestore is down the pages say so", async () => {
  await newProcess();
  const member = await newMember();
  const { id } = await importInto(member, first);
  await newProcess();
  calls = 0;
  failing = { from: 1, fault: refusing };
  for (const path of ["/dashboard/import", `/dashboard/import/${id}`]) {
    const answer = await visit(path, { cookie: member.cookie });
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain("Your data is safe");
  }
  const headers = { accept: "application/json" };
  const { cookie } = member;
  const answer = await visit(`/dashboard/import/${id}`, { cookie, headers });
  expect([answer.status, await answer.json()]).toEqual([503, { error: expect.any(String) }]);
});

test("where it cannot be told who asks, a program is not told to sign in", async () => {
  const { cookie } = await newMember();
  sandbox.faults.set("subscriptions", { kind: "status", status: 403 });
  const headers = { accept: "application/json" };
  const answer = await visit("/dashboard/import/a", { cookie, headers });
  expect([answer.status, await answer.json()]).toEqual([503, { error: expect.any(String) }]);
});
