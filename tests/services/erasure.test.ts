import { beforeEach, expect, test, vi } from "vitest";
import { sandbox } from "#tests/setup/outside";
import { firestore } from "~/clients/firebase.server";
import { noteUse } from "~/clients/last-use.server";
import { backgroundSettled } from "~/services/background.server";
import { requestErasure } from "~/services/erasure.server";
import { erasures } from "~/services/outbox/erasure.server";
import { runEntry } from "~/services/outbox/runner.server";
import { personalDataOf } from "~/services/personal-data.server";

const { world, faults } = sandbox;

let person: { uid: string; email: string; subscriptionId: string };

beforeEach(() => {
  const uid = `erasure-${crypto.randomUUID()}`;
  person = { uid, email: `${uid}@example.com`, subscriptionId: `sub-${uid}` };
  world.subscriptions.push({
    id: person.subscriptionId,
    bundle: "profile-analyzer",
    planCode: "ig_weekly_trial",
    status: "active",
    mainPlan: true,
    startedAt: new Date("2026-01-02T03:04:05Z"),
    emails: [person.email],
    uid,
  });
});

/** Other files share the database, so each completes its own only. */
const resumeErasures = () => runEntry(erasures, person.uid);

const write = async (path: string, fields: object) => (await firestore()).doc(path).set(fields);
const read = async (path: string) => (await (await firestore()).doc(path).get()).data();

const answers = { select: "Other", stars: 2, feedback: "Too dear", updatedAt: new Date() };
const bought = (uid: string, closedAt = Date.now() - 7_200_000) => ({
  payload: { uid },
  state: "done",
  leaseUntil: 0,
  dueAt: null,
  progress: { closedAt },
  updatedAt: Date.now(),
});
const wish = (uid: string, dueAt: number | null) => ({
  payload: { order: { uid, email: "somebody@example.com" } },
  requestedAt: Date.parse("2026-05-06T07:08:09Z"),
  dueAt,
});

/** Everything that the app keeps about somebody, and the same of a stranger. */
async function kept(cancellationDueAt: number | null) {
  const { uid, subscriptionId } = person;
  const own = {
    [`subscribers/${uid}`]: { lastUsedAt: new Date() },
    [`unsubscribeAnswers/${uid}`]: answers,
    [`purchaseIntents/${uid}_pdfCourse`]: bought(uid),
    [`cancellationIntents/${subscriptionId}`]: wish("", cancellationDueAt),
    [`cancellationIntents/earlier-${uid}`]: wish(uid, null),
  };
  const other = {
    [`subscribers/x${uid}`]: { lastUsedAt: new Date() },
    [`unsubscribeAnswers/x${uid}`]: answers,
    [`purchaseIntents/x${uid}_pdfCourse`]: bought(`x${uid}`),
    [`cancellationIntents/x${uid}`]: wish(`x${uid}`, null),
    [`profiles/${uid}`]: { _updatedAt: new Date(0) },
  };
  for (const [path, fields] of Object.entries({ ...own, ...other })) await write(path, fields);
  return { own: Object.keys(own), other: Object.keys(other) };
}

async function present(paths: string[]) {
  const documents = await Promise.all(paths.map(async (path) => [path, await read(path)] as const));
  return documents.filter(([, fields]) => fields).map(([path]) => path);
}

const subjects = () =>
  world.mails.filter(({ to }) => to.includes(person.email)).map(({ subject }) => subject);

/** Lets what waits for its time be due now. */
const makeDue = async () =>
  (await firestore()).doc(`erasureRequests/${person.uid}`).update({ dueAt: Date.now() - 1 });

test("everything of one's own goes at once, nothing of a stranger's, and a letter says so", async () => {
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

test("a running cancellation stays until it is delivered, then goes too", async () => {
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

test("what is written long after the request is no part of it", async () => {
  await kept(Date.now() + 60_000);
  await requestErasure(person);
  await backgroundSettled();
  const request = (await firestore()).doc(`erasureRequests/${person.uid}`);
  await request.update({ requestedAt: Date.now() - 300_000, dueAt: Date.now() - 1 });
  await write(`unsubscribeAnswers/${person.uid}`, answers);
  await resumeErasures();
  expect(await present([`unsubscribeAnswers/${person.uid}`])).toHaveLength(1);
});

test("an order that billing has not answered stays, so that it is not made twice", async () => {
  await kept(null);
  const order = `purchaseIntents/${person.uid}_profileReport`;
  await write(order, bought(person.uid, Date.now()));
  expect(await requestErasure(person)).toEqual({ outcome: "received" });
  expect(await present([order])).toEqual([order]);
});

test("while the subscriptions cannot be asked, a wish of a mailed link may be left: it is completed later", async () => {
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

test("a letter that no server took is sent later", async () => {
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

test("however often it is pressed at once, one carries it out and one letter goes", async () => {
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
  await noteUse(person.uid);
  expect(await requestErasure(person)).toEqual({ outcome: "erased" });
  await backgroundSettled();
  expect(await present([`subscribers/${person.uid}`])).toEqual([]);
  expect(subjects()).toHaveLength(2);
});

test("the copy holds all of one's own and nothing of a stranger's, in words a person can read", async () => {
  await kept(null);
  await write(`profiles/${person.uid}`, {
    _insights: { status: "completed" },
    _updatedAt: new Date("2026-02-03T04:05:06Z"),
    topPosts: { mostLikedPosts: [{ count: 1_700_000_000_000, date: new Date(0) }] },
  });
  const copy = await personalDataOf(person);
  expect(copy).toMatchObject({
    account: { id: person.uid, email: person.email },
    subscriptions: [{ id: person.subscriptionId, startedAt: "2026-01-02T03:04:05.000Z" }],
    lastUse: [{ lastUsedAt: expect.stringMatching(/^20.*Z$/) }],
    cancellationSurvey: [{ select: "Other", stars: 2, feedback: "Too dear" }],
    purchases: [{ payload: { uid: person.uid }, state: "done" }],
    cancellations: [
      { requestedAt: "2026-05-06T07:08:09.000Z" },
      { requestedAt: "2026-05-06T07:08:09.000Z" },
    ],
    erasureRequests: [],
    profileAnalysis: {
      _insights: { status: "completed" },
      _updatedAt: "2026-02-03T04:05:06.000Z",
      topPosts: {
        mostLikedPosts: [{ count: 1_700_000_000_000, date: "1970-01-01T00:00:00.000Z" }],
      },
    },
  });
  expect(JSON.stringify(copy)).not.toContain(`x${person.uid}`);
});

test("when somebody was last here is noted once a day", async () => {
  const path = `subscribers/${person.uid}`;
  vi.useFakeTimers({ now: new Date("2026-03-04T10:00:00Z"), toFake: ["Date"] });
  const notedAt = async (time: string) => {
    vi.setSystemTime(new Date(time));
    await noteUse(person.uid);
    return (await read(path))?.lastUsedAt.toDate().toISOString();
  };
  expect(await notedAt("2026-03-04T10:00:00.000Z")).toBe("2026-03-04T10:00:00.000Z");
  expect(await notedAt("2026-03-05T09:59:59.000Z")).toBe("2026-03-04T10:00:00.000Z");
  expect(await notedAt("2026-03-05T10:00:00.000Z")).toBe("2026-03-05T10:00:00.000Z");
  vi.useRealTimers();
});
