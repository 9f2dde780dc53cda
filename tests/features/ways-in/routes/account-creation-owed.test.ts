import type { QueryDocumentSnapshot } from "firebase-admin/firestore";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Fault } from "#sandbox/faults";
import { account, callsTo, create, dashboard } from "#tests/setup/access-recovery";
import { everyCase } from "#tests/setup/cases";
import { person, signInWithGoogle } from "#tests/setup/google";
import { sandbox, server } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";

const { faults, world } = sandbox;
const id = "new-1027";
const email = "buyer@example.com";

beforeEach(() => resetApp());
afterEach(async () => {
  faults.clear();
  await settled();
});

async function settled() {
  const { backgroundSettled } = await import("~/platform/work/background.server");
  await backgroundSettled();
}

/** What is kept for the buyer's account, of which each test makes another one. */
async function entries() {
  const { firestore } = await import("~/platform/store/firebase.server");
  const all = (await firestore()).collection("finalizations");
  const { docs } = await all.where("payload.uid", "==", account(email)?.uid ?? "").get();
  return docs;
}

/** Carries out what is kept, as when it is due. */
async function whenDue() {
  for (const entry of await entries()) await isDue(entry);
}

async function isDue({ ref }: QueryDocumentSnapshot) {
  const { runEntry } = await import("~/platform/outbox/runner.server");
  const { finalizations } = await import("~/features/ways-in/services/outbox/finalization.server");
  await ref.update({ dueAt: 1, leaseUntil: 0 });
  await runEntry(finalizations, ref.id);
}

/** What billing was asked, without what differs from call to call. */
const asked = () =>
  callsTo("finalize").map(({ headers, body }) => [headers["idempotency-key"], body]);
const effects = () => world.effectsOf("finalize");

/** The account is there, and billing has not answered. */
async function owed(fault: Fault = { kind: "reset" }) {
  faults.set("billing", fault);
  expect(await create(id, "secret")).toMatchObject({
    status: 503,
    body: { message: "Something went wrong" },
  });
  await settled();
  faults.clear();
  resetApp();
}

describe("a finalize that billing has not answered", () => {
  const outages: Fault[] = [
    { kind: "reset" },
    { kind: "lost-answer" },
    ...(everyCase ? ([{ kind: "malformed" }, { kind: "hang" }] as const) : []),
  ];
  test.each(outages)("is asked for again under the same key: %o", async (fault) => {
    await owed(fault);
    const [entry, ...more] = await entries();
    expect(more).toEqual([]);
    expect(entry?.data()).toMatchObject({ state: "open", attempts: 1, needsPerson: null });
    expect(JSON.stringify([entry?.id, entry?.data()])).not.toContain("@");
    expect(entry?.id).not.toContain(account(email)?.uid);
    const before = asked();

    await whenDue();
    const [again, ...others] = asked().slice(before.length);
    expect(others).toEqual([]);
    expect(again?.[0]).toBe(entry?.data().key);
    for (const first of before) expect(again).toEqual(first);
    expect(effects()).toMatchObject([{ payload: { firebase_id: account(email)?.uid } }]);
    expect(await entries()).toEqual([]);
  });

  test("waits on while billing is down", async () => {
    await owed();
    faults.set("billing", { kind: "reset" });
    await whenDue();
    const [entry] = await entries();
    expect(entry?.data()).toMatchObject({ state: "open", attempts: 2 });
  });

  test("is asked for by the next press, and not once more", async () => {
    await owed();
    expect(await create(id, "secret")).toMatchObject(dashboard);
    await settled();
    expect(await entries()).toEqual([]);
    expect(effects()).toHaveLength(1);
  });

  test("after a change of plan is another order", async () => {
    await owed();
    const [entry] = await entries();
    const bought = world.subscriptionById(id);
    if (bought) bought.planCode = "ig_3month";
    await whenDue();
    expect(effects()).toMatchObject([{ payload: { plan_id: "ig_3month" } }]);
    expect(asked().at(-1)?.[0]).not.toBe(entry?.data().key);
    expect(await entries()).toEqual([]);
  });

  const over: [string, () => unknown][] = [
    ["the plan has ended", () => change({ status: "expired" })],
    ["the plan is gone", () => change({ id: "another" })],
    ["the plan has another address today", () => change({ emails: [email, "new@example.com"] })],
    ["the account is gone", () => world.accounts.delete(account(email)?.uid ?? "")],
  ];
  const change = (fields: object) => Object.assign(world.subscriptionById(id) ?? {}, fields);
  test.each(over)("is not owed any more: %s", async (_, ends) => {
    await owed();
    const [entry] = await entries();
    if (!entry) throw new Error("nothing is kept");
    const before = asked();
    ends();
    await isDue(entry);
    expect(asked()).toEqual(before);
    expect((await entry.ref.get()).exists).toBe(false);
  });

  test("declined when nobody waits: the operator is told, without anybody's name", async () => {
    await owed();
    const [entry] = await entries();
    const { log } = await import("~/platform/monitoring/log.server");
    const told = vi.spyOn(log, "error").mockReturnValue();
    const error = `${email} has no such plan`;
    server.use(http.post("*/subs/finalize", () => HttpResponse.json({ error }, { status: 409 })));
    await whenDue();
    expect(told.mock.calls).toEqual([
      [
        { idempotencyKey: entry?.data().key },
        "billing declined to tie a subscription to its account",
      ],
    ]);
    expect(await entries()).toEqual([]);
  });

  test("goes with all that its owner has erased", async () => {
    await owed();
    expect(await entries()).toHaveLength(1);
    const before = asked();
    const uid = account(email)?.uid ?? "";
    const { requestErasure } = await import("~/features/own-data/services/erasure.server");
    expect(await requestErasure({ uid, email })).toBeDefined();
    await settled();
    expect(await entries()).toEqual([]);
    await whenDue();
    expect(asked()).toEqual(before);
  });

  test("of an account that was made with Google", async () => {
    faults.set("billing", { kind: "reset" });
    await signInWithGoogle(person("buyer"));
    await settled();
    faults.clear();
    resetApp();
    await whenDue();
    expect(effects()).toMatchObject([{ payload: { firebase_id: account(email)?.uid } }]);
  });
});

test("a process that was killed before it asked: the outbox asks", async () => {
  let release = () => {};
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  faults.set("billing", { kind: "held", until });
  const press = create(id, "secret");
  // It stands there before billing answers. Another process finds it when the lease has ended.
  await vi.waitFor(async () => expect(await entries()).toHaveLength(1));
  faults.clear();
  resetApp();
  await whenDue();
  expect(effects()).toHaveLength(1);
  expect(await entries()).toEqual([]);
  release();
  await press;
});

describe("nothing is kept", () => {
  test("once billing has answered", async () => {
    expect(await create(id, "secret")).toMatchObject(dashboard);
    await settled();
    expect(await entries()).toEqual([]);
    await whenDue();
    expect(asked()).toHaveLength(1);
  });

  test("once billing has declined", async () => {
    const error = "Plan is on hold";
    server.use(http.post("*/subs/finalize", () => HttpResponse.json({ error }, { status: 422 })));
    expect(await create(id, "secret")).toMatchObject({ status: 409, body: { message: error } });
    await settled();
    expect(await entries()).toEqual([]);
  });

  test("while Firestore is down: the account is made and tied all the same", async () => {
    faults.set("firestore", { kind: "reset" });
    expect(await create(id, "secret")).toMatchObject(dashboard);
    expect(effects()).toHaveLength(1);
  });
});
