import { expect, test } from "vitest";
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
import { firestore } from "~/clients/firebase.server";
import { recordUse } from "~/clients/last-use.server";
import { backgroundSettled } from "~/services/background.server";
import { requestErasure } from "~/services/erasure.server";

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
