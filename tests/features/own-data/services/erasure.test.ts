import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { everyCase } from "#tests/setup/cases";
import {
  answers,
  bought,
  faults,
  kept,
  makeDue,
  person,
  present,
  read,
  resumeErasures,
  subjects,
  world,
  write,
} from "#tests/setup/erasures";
import { recordUse } from "~/features/account/last-use.server";
import * as profiles from "~/features/analysis/profiles.server";
import { requestErasure } from "~/features/own-data/services/erasure.server";
import { firestore } from "~/platform/store/firebase.server";
import { backgroundSettled } from "~/platform/work/background.server";

// On a busy machine, to erase everything takes longer than the three seconds within which a request is answered.
beforeEach(() => {
  const later = setTimeout;
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((
    act: (...given: unknown[]) => void,
    ms?: number,
    ...given: unknown[]
  ) => later(act, ms === 3_000 ? 60_000 : ms, ...given)) as typeof setTimeout);
});

test("all documents of the person are erased at once, none of anybody else's, and a letter confirms it", async () => {
  const { own, other } = await kept(null);
  expect(await requestErasure(person)).toEqual({ outcome: "erased" });
  expect(await present(own)).toEqual([]);
  expect(await present(other)).toEqual(other);
  await backgroundSettled();
  expect(subjects()).toEqual(["Your data has been erased"]);
  expect(world.mails.at(-1)?.text).toContain("Your subscription is not canceled by this.");
  expect(await read(`erasureRequests/${person.uid}`)).toMatchObject({
    payload: { email: null },
    dueAt: null,
  });
  expect(world.effects).toEqual([]);
});

test("a cancellation under way is kept until it is delivered, then erased too", async () => {
  const { own } = await kept(Date.now() + 60_000);
  const running = `cancellationIntents/${person.subscriptionId}`;
  expect(await requestErasure(person)).toEqual({ outcome: "received" });
  expect(await present(own)).toEqual([running]);
  await backgroundSettled();
  expect(subjects()).toEqual(["We have your request to erase your data"]);

  await makeDue();
  await resumeErasures();
  expect(await present(own)).toEqual([running]);
  expect(subjects()).toHaveLength(1);

  await (await firestore()).doc(running).update({ dueAt: null });
  await makeDue();
  await resumeErasures();
  expect(await present([running])).toEqual([]);
  expect(subjects()).toEqual([
    "We have your request to erase your data",
    "Your data has been erased",
  ]);
  expect(await read(`erasureRequests/${person.uid}`)).toMatchObject({
    payload: { email: null },
    dueAt: null,
  });
});

test("documents written long after the request are not erased", async () => {
  await kept(Date.now() + 60_000);
  await requestErasure(person);
  await backgroundSettled();
  const request = (await firestore()).doc(`erasureRequests/${person.uid}`);
  await request.update({ requestedAt: Date.now() - 300_000, dueAt: Date.now() - 1 });
  await write(`unsubscribeAnswers/${person.uid}`, answers);
  await resumeErasures();
  expect(await present([`unsubscribeAnswers/${person.uid}`])).toHaveLength(1);
});

test("a purchase that billing has not answered is kept, so that it is not made twice", async () => {
  await kept(null);
  const order = `purchaseIntents/${person.uid}_profileReport`;
  await write(order, bought(person.uid, Date.now()));
  expect(await requestErasure(person)).toEqual({ outcome: "received" });
  expect(await present([order])).toEqual([order]);
});

test.each([
  [0, "received"],
  [2, "erased"],
])(
  "a purchase whose process died while billing was asked %i days ago: %s",
  async (days, outcome) => {
    await kept(null);
    const order = `purchaseIntents/${person.uid}_profileReport`;
    await write(order, {
      ...bought(person.uid),
      state: "open",
      attempts: 1,
      leaseUntil: Date.now() - 1,
      needsPerson: null,
      requestedAt: Date.now() - days * 86_400_000,
      progress: { closedAt: null },
    });
    expect(await requestErasure(person)).toEqual({ outcome });
    expect(await present([order])).toEqual(outcome === "erased" ? [] : [order]);
  },
);

test("a trial that ends unless its owner agrees keeps its entry until then", async () => {
  const { own } = await kept(null);
  const path = `notices/${person.uid}`;
  const trialOf = (trialEndsAt: number) => ({
    state: "open",
    requestedAt: Date.now() - 60_000,
    payload: { uid: person.uid },
    progress: { plans: [{ subscriptionId: "sub-1", keys: [], askedAt: 1, trialEndsAt }] },
  });
  await write(path, trialOf(Date.now() + 86_400_000));
  expect(await requestErasure(person)).toEqual({ outcome: "received" });
  expect(await present([...new Set([...own, path])])).toEqual([path]);
  await backgroundSettled();
  await write(path, trialOf(Date.now() - 1));
  await makeDue();
  await resumeErasures();
  expect(await present([path])).toEqual([]);
});

test("while the subscription service is down, a cancellation from a mailed link may remain: the erasure is completed later", async () => {
  const { own } = await kept(null);
  faults.set("subscriptions", { kind: "status", status: 503 });
  expect(await requestErasure(person)).toEqual({ outcome: "received" });
  expect(await present(own)).toEqual([`cancellationIntents/${person.subscriptionId}`]);
  faults.clear();
  await backgroundSettled();
  await makeDue();
  await resumeErasures();
  expect(await present(own)).toEqual([]);
});

test("a letter that no mail server accepted is sent later", async () => {
  await kept(null);
  faults.set("mail", { kind: "status", status: 451 });
  expect(await requestErasure(person)).toEqual({ outcome: "erased" });
  await backgroundSettled();
  expect(subjects()).toEqual([]);
  expect(await read(`erasureRequests/${person.uid}`)).toMatchObject({
    payload: { email: person.email },
  });
  faults.clear();
  await makeDue();
  await resumeErasures();
  expect(subjects()).toEqual(["Your data has been erased"]);
  expect(await read(`erasureRequests/${person.uid}`)).toMatchObject({
    payload: { email: null },
    dueAt: null,
  });
});

test("concurrent presses are one erasure and one letter", async () => {
  const { own } = await kept(null);
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => requestErasure(person)));
  expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual([
    "erased",
    ...Array(4).fill("received"),
  ]);
  await backgroundSettled();
  expect(await present(own)).toEqual([]);
  expect(subjects()).toEqual(["Your data has been erased"]);
});

test("somebody who came back can ask again", async () => {
  await kept(null);
  await requestErasure(person);
  await backgroundSettled();
  await recordUse(person.uid);
  expect(await requestErasure(person)).toEqual({ outcome: "erased" });
  await backgroundSettled();
  expect(await present([`subscribers/${person.uid}`])).toEqual([]);
  expect(subjects()).toHaveLength(2);
});

describe("asked again from another browser while what was written meanwhile may stay", () => {
  const late = () => `unsubscribeAnswers/${person.uid}`;
  let goOn = () => {};
  afterEach(() => goOn());
  /** The erasure that looks for the `nth` time from now stands still until `goOn`. */
  function heldAt(nth: number) {
    const [reached, going] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    goOn = going.resolve;
    let looks = 0;
    vi.spyOn(profiles, "announceProfileChange").mockImplementation(async () => {
      looks += 1;
      if (looks !== nth) return;
      reached.resolve();
      await going.promise;
    });
    return reached.promise;
  }

  test("all is erased once more, before the one letter says so", async () => {
    await kept(null);
    const reached = heldAt(2);
    const first = requestErasure(person);
    await reached;
    await write(late(), answers);
    expect(await requestErasure(person)).toEqual({ outcome: "erased" });
    expect(await present([late()])).toEqual([]);
    goOn();
    await first;
    await backgroundSettled();
    expect(subjects()).toEqual(["Your data has been erased"]);
  });

  test("also at a later try of a request that waits, whose receipt is not sent again", async () => {
    await kept(Date.now() + 60_000);
    await requestErasure(person);
    await backgroundSettled();
    await makeDue();
    const reached = heldAt(1);
    const again = resumeErasures();
    await reached;
    await write(late(), answers);
    expect(await requestErasure(person)).toEqual({ outcome: "received" });
    expect(await present([late()])).toEqual([]);
    goOn();
    await again;
    await backgroundSettled();
    expect(subjects()).toEqual(["We have your request to erase your data"]);
  });

  test("while nothing can be written, the same erasure answers both", async () => {
    await kept(null);
    const reached = heldAt(1);
    const first = requestErasure(person);
    await reached;
    expect(await requestErasure(person)).toEqual({ outcome: "received" });
    goOn();
    expect(await first).toEqual({ outcome: "erased" });
    await backgroundSettled();
    expect(subjects()).toEqual(["Your data has been erased"]);
  });
});

// Of these two, what comes late and a letter that waits are tried apart above.
test.runIf(everyCase)(
  "what is begun after all was erased stays, though an order keeps the request open",
  async () => {
    await kept(Date.now() + 60_000);
    expect(await requestErasure(person)).toEqual({ outcome: "received" });
    await backgroundSettled();
    await recordUse(person.uid);
    await makeDue();
    await resumeErasures();
    expect(await present([`subscribers/${person.uid}`])).toHaveLength(1);
    await (await firestore())
      .doc(`cancellationIntents/${person.subscriptionId}`)
      .update({ dueAt: null });
    await makeDue();
    await resumeErasures();
    expect(subjects()).toContain("Your data has been erased");
    expect(await present([`subscribers/${person.uid}`])).toHaveLength(1);
  },
);

test.runIf(everyCase)(
  "who comes back and asks again while the letter waits has that erased, too, and is told once",
  async () => {
    await kept(null);
    faults.set("mail", { kind: "status", status: 451 });
    expect(await requestErasure(person)).toEqual({ outcome: "erased" });
    await backgroundSettled();
    await recordUse(person.uid);
    expect(await requestErasure(person)).toEqual({ outcome: "erased" });
    await backgroundSettled();
    expect(await present([`subscribers/${person.uid}`])).toEqual([]);
    faults.clear();
    await makeDue();
    await resumeErasures();
    expect(subjects()).toEqual(["Your data has been erased"]);
  },
);

test("a document that changes all the while is erased all the same", async () => {
  await kept(null);
  const database = await firestore();
  const connection = database.doc(`connections/${person.uid}`);
  await connection.set({ key: "k", updatedAt: 0 });
  const getAll = database.getAll.bind(database);
  let tries = 0;
  vi.spyOn(database, "getAll").mockImplementation(async (...wanted) => {
    const found = await getAll(...wanted);
    const isThere = found.some(({ exists, ref }) => exists && ref.path === connection.path);
    // It is looked for five times.
    if (isThere && ++tries < 5) await connection.update({ updatedAt: tries });
    return found;
  });
  expect(await requestErasure(person)).toEqual({ outcome: "erased" });
  expect(tries).toBe(5);
  expect(await present([`connections/${person.uid}`])).toEqual([]);
});

test("a cancellation that comes while all is erased is kept, and erased once it is delivered", async () => {
  await kept(null);
  const { promise, resolve } = Promise.withResolvers<void>();
  faults.set("subscriptions", { kind: "held", until: promise }, 1);
  const erasing = requestErasure(person);
  const late = `cancellationIntents/late-${person.uid}`;
  await write(late, { payload: { order: { uid: person.uid } }, dueAt: null });
  resolve();
  expect(await erasing).toEqual({ outcome: "erased" });
  expect(await present([late])).toEqual([]);
});
