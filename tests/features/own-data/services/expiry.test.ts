import { Transaction } from "firebase-admin/firestore";
import { expect, onTestFinished, test, vi } from "vitest";
import { everyCase } from "#tests/setup/cases";
import { newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { beginNotices } from "~/features/leaving/notices.server";
import { notices } from "~/features/leaving/services/outbox/notice.server";
import {
  type ExpiryCount,
  eraseExpired,
  expiryReport,
  totalOf,
} from "~/features/own-data/services/expiry.server";
import { runEntry } from "~/platform/outbox/runner.server";
import { firestore } from "~/platform/store/firebase.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";

// Long before any date in other tests, so that only the documents of this file are due.
const now = Date.parse("2010-06-15T12:00:00Z");
const old = new Date("2007-01-01T00:00:00Z");
const recent = new Date("2010-01-01T00:00:00Z");

const purchase = (uid: string, updatedAt: Date, more = {}) => ({
  payload: { uid },
  state: "done",
  leaseUntil: 0,
  dueAt: null,
  progress: { closedAt: +updatedAt },
  updatedAt: +updatedAt,
  ...more,
});
const cancellation = (uid: string, updatedAt: Date, dueAt: number | null = null) => ({
  payload: { order: { uid, email: "someone@example.com" } },
  updatedAt: +updatedAt,
  dueAt,
});

const gone = {
  "subscribers/expiry-gone": { lastUsedAt: old },
  "subscribers/expiry-importer": { lastUsedAt: old },
  "connections/expiry-importer": { key: "k", updatedAt: now },
  "countings/expiry-importer": { key: "c", updatedAt: now, dueAt: now },
  "weeklyLetters/expiry-importer": { key: "w", updatedAt: now, dueAt: now },
  "notices/expiry-importer": { key: "n", state: "given-up", updatedAt: now, dueAt: now },
  "priceChanges/expiry-over": { expireAt: new Date(now - 1) },
  "breachAlerts/expiry-importer": { key: "b", updatedAt: now, dueAt: now },
  "connectionPieces/k-0": { uid: "expiry-importer", owner: "k", bytes: new Uint8Array(3) },
  "disconnections/expiry-of-meta": { payload: { uid: null }, updatedAt: +old, dueAt: null },
  "usedStates/expiry-over": { expireAt: new Date(now - 1) },
  "imports/expiry-import": { uid: "expiry-importer", startedAt: old },
  "importPieces/expiry-import-0": { uid: "expiry-importer", bytes: new Uint8Array(3) },
  "importPieces/expiry-import-1": { uid: "expiry-importer", bytes: new Uint8Array(3) },
  "analyses/expiry-importer": { computedAt: old },
  "analysisLists/expiry-importer-a-0": { uid: "expiry-importer", bytes: new Uint8Array(3) },
  "profiles/expiry-importer": { _source: "built-in", _updatedAt: old },
  "unsubscribeAnswers/expiry-gone": { updatedAt: old },
  "settings/expiry-gone": { updatedAt: old },
  "signIns/expiry-gone": { latest: [], updatedAt: old },
  "passkeys/expiry-gone": { uid: "expiry-gone", updatedAt: old },
  "accessLetters/expiry-sent": { payload: { uid: "expiry-gone" }, updatedAt: +old, dueAt: null },
  "purchaseIntents/expiry-gone_pdfCourse": purchase("expiry-gone", old),
  "cancellationIntents/expiry-sub-gone": cancellation("expiry-gone", old),
  "cancellationIntents/expiry-sub-nobody": cancellation("", old),
  "erasureRequests/expiry-gone": { updatedAt: +old, dueAt: null },
  "endedSessions/expiry-over": { expireAt: new Date(now - 1) },
  "erasureMarks/expiry-over": { expireAt: new Date(now - 1) },
  "mailRefusals/expiry-over": { expireAt: new Date(now - 1) },
  "mailedLinks/expiry-over": { patientUntil: now - 1 },
  "objections/expiry-over": { expireAt: new Date(now - 1) },
  "declarations/expiry-over": { subscription: "expiry-sub", keepUntil: new Date(now - 1) },
  "declarationWords/expiry-over": { text: "", keepUntil: new Date(now - 1) },
  "declarationForms/expiry-over": { patientUntil: now - 31 * 86_400_000 },
  "openDeclarations/expiry-sub-gone": cancellation("expiry-gone", old),
  // The record of their sign-in was lost.
  "connections/expiry-unseen": { key: "u", requestedAt: +old, updatedAt: now },
  "connectionPieces/u-0": { uid: "expiry-unseen", owner: "u", bytes: new Uint8Array(3) },
  "weeklyLetters/expiry-unseen": { key: "w", requestedAt: +old, updatedAt: now, dueAt: now },
  "imports/expiry-unseen-import": { uid: "expiry-unseen-importer", startedAt: old },
  "importPieces/expiry-unseen-import-0": {
    uid: "expiry-unseen-importer",
    bytes: new Uint8Array(3),
  },
  "analyses/expiry-unseen-importer": { computedAt: recent },
  "profiles/expiry-unseen-importer": { _source: "built-in", _updatedAt: recent },
};
const kept = {
  // Nobody has looked it up yet.
  "declarationForms/expiry-open": { patientUntil: now - 86_400_000 },
  "connections/expiry-here": { key: "l", updatedAt: +old },
  "countings/expiry-here": { key: "c", updatedAt: +old, dueAt: null },
  "weeklyLetters/expiry-here": { key: "w", updatedAt: +old, dueAt: null },
  "breachAlerts/expiry-here": { key: "b", updatedAt: +old, dueAt: null },
  "connectionPieces/l-0": { uid: "expiry-here", owner: "l", bytes: new Uint8Array(3) },
  "disconnections/expiry-open": { payload: { uid: "expiry-gone" }, updatedAt: +old, dueAt: +old },
  "usedStates/expiry-running": { expireAt: new Date(now) },
  "imports/expiry-here": { uid: "expiry-here", startedAt: old },
  "importPieces/expiry-here-0": { uid: "expiry-here", bytes: new Uint8Array(3) },
  "analyses/expiry-here": { computedAt: old },
  "profiles/expiry-here": { _source: "built-in", _updatedAt: old },
  "subscribers/expiry-here": { lastUsedAt: recent },
  "unsubscribeAnswers/expiry-here": { updatedAt: old },
  "settings/expiry-here": { updatedAt: old },
  "signIns/expiry-here": { latest: [], updatedAt: old },
  "passkeys/expiry-here": { uid: "expiry-here", updatedAt: old },
  "accessLetters/expiry-here": { payload: { uid: "expiry-here" }, updatedAt: +old, dueAt: null },
  "accessLetters/expiry-open": { payload: { uid: "expiry-gone" }, updatedAt: +old, dueAt: +old },
  "purchaseIntents/expiry-here_pdfCourse": purchase("expiry-here", old),
  "cancellationIntents/expiry-sub-here": cancellation("expiry-here", old),
  "unsubscribeAnswers/expiry-changed": { updatedAt: recent },
  "purchaseIntents/expiry-gone_profileReport": purchase("expiry-gone", old, {
    state: "open",
    dueAt: +old,
  }),
  "cancellationIntents/expiry-sub-running": cancellation("expiry-gone", old, +old),
  "endedSessions/expiry-running": { expireAt: new Date(now) },
  "erasureMarks/expiry-running": { expireAt: new Date(now) },
  "mailRefusals/expiry-running": { expireAt: new Date(now) },
  "mailedLinks/expiry-running": { patientUntil: now },
  "imports/expiry-unseen-here-old": { uid: "expiry-unseen-here", startedAt: old },
  "imports/expiry-unseen-here-recent": { uid: "expiry-unseen-here", startedAt: recent },
  "connections/expiry-unseen-here": { key: "v", requestedAt: +old, updatedAt: +old },
  "profiles/expiry-gone": { _updatedAt: old },
};
const all = { ...gone, ...kept };

async function present(paths: object): Promise<string[]> {
  const database = await firestore();
  const documents = await database.getAll(...Object.keys(paths).map((path) => database.doc(path)));
  return documents.filter(({ exists }) => exists).map(({ ref }) => ref.path);
}

async function writeAll(): Promise<void> {
  const database = await firestore();
  onTestFinished(async () => {
    await Promise.all(Object.keys(all).map((path) => database.doc(path).delete()));
  });
  await Promise.all(Object.entries(all).map(([path, fields]) => database.doc(path).set(fields)));
}

const due: [string, number, number][] = [
  ["unsubscribeAnswers", 1, 0],
  ["purchaseIntents", 1, 1],
  ["cancellationIntents", 2, 1],
  ["openDeclarations", 1, 0],
  ["disconnections", 1, 1],
  ["accessLetters", 1, 1],
  ["provenAddresses", 0, 0],
  ["erasureRequests", 1, 0],
  ["settings", 1, 0],
  ["peopleChoices", 0, 0],
  ["signIns", 1, 0],
  ["passkeys", 1, 0],
  ["subscribers", 2, 0],
  ["weeklyLetters", 2, 0],
  ["breachAlerts", 1, 0],
  ["importReminders", 0, 0],
  ["notices", 1, 0],
  ["connections", 2, 0],
  ["countings", 1, 0],
  ["connectionPieces", 2, 0],
  ["imports", 2, 0],
  ["importPieces", 3, 0],
  ["analyses", 2, 0],
  ["analysisLists", 1, 0],
  ["profiles", 2, 0],
  ["endedSessions", 1, 0],
  ["usedStates", 1, 0],
  ["erasureMarks", 1, 0],
  ["mailRefusals", 1, 0],
  ["mailedLinks", 1, 0],
  ["objections", 1, 0],
  ["declarationForms", 1, 0],
  ["priceChanges", 1, 0],
  ["declarations", 1, 0],
  ["declarationWords", 1, 0],
];
const expectedCounts = (commit: boolean): ExpiryCount[] =>
  due.map(([collection, count, needed]) => ({
    collection,
    due: count,
    erased: commit ? count : 0,
    needed,
    unknown: 0,
  }));

test("a dry run counts what is due and erases nothing", async () => {
  await writeAll();
  const undated = { "subscribers/expiry-unseen": 1, "subscribers/expiry-unseen-importer": 1 };
  expect(await eraseExpired({ now, commit: false })).toEqual(expectedCounts(false));
  expect(await present(all)).toEqual(Object.keys(all));
  expect(await present(undated)).toEqual([]);
});

test("documents that are due are erased, and no others", async () => {
  await writeAll();
  expect(await eraseExpired({ now, commit: true })).toEqual(expectedCounts(true));
  expect(await present(gone)).toEqual([]);
  expect(await present(kept)).toEqual(Object.keys(kept));
  // The dates that stood for those who had none while the run was under way.
  const dates = ["subscribers/expiry-unseen", "subscribers/expiry-unseen-importer"];
  expect(await present(Object.fromEntries(dates.map((path) => [path, 1])))).toEqual([]);
});

test.runIf(everyCase)(
  "who has something left that a reading changed meanwhile is found by the next run",
  async () => {
    await writeAll();
    const database = await firestore();
    const connection = database.doc("connections/expiry-importer");
    let isOver = false;
    const reading = (async () => {
      while (!isOver) await connection.update({ updatedAt: now }).catch(() => {});
    })();
    await eraseExpired({ now, commit: true });
    isOver = true;
    await reading;
    const { exists } = await connection.get();
    expect((await database.doc("subscribers/expiry-importer").get()).exists).toBe(exists);
    await eraseExpired({ now, commit: true });
    expect(await present(gone)).toEqual([]);
  },
);

test("of who has no date of last use nothing is left where a run ends half-way", async () => {
  await writeAll();
  const erase = Transaction.prototype.delete;
  vi.spyOn(Transaction.prototype, "delete").mockImplementation(function (this: Transaction, ...of) {
    // Their import has gone by then.
    if (of[0].path === "importPieces/expiry-unseen-import-0")
      throw new UpstreamError("firestore", "unreachable");
    return erase.apply(this, of);
  });
  await expect(eraseExpired({ now, commit: true })).rejects.toThrow();
  vi.restoreAllMocks();
  await eraseExpired({ now, commit: true });
  expect(await present({ ...gone, "subscribers/expiry-unseen-importer": 1 })).toEqual([]);
  expect(await present(kept)).toEqual(Object.keys(kept));
});

test.runIf(everyCase)("a second run finds nothing to do", async () => {
  await writeAll();
  await eraseExpired({ now, commit: true });
  const again = await eraseExpired({ now, commit: true });
  expect(new Set(again.map(({ due, erased }) => due + erased))).toEqual(new Set([0]));
  expect(await present(kept)).toEqual(Object.keys(kept));
});

const entries = [
  { status: "active", country: "US-CA", entry: "readable", stays: true },
  { status: "canceled", country: "US-CA", entry: "readable", stays: false },
  { status: "active", country: "DE", entry: "readable", stays: false },
  // Its rule begins in 2027.
  { status: "active", country: "GB", entry: "readable", stays: true },
  { status: "active", country: "US-CA", entry: "of no plan", stays: true },
  { status: "active", country: "DE", entry: "unreadable", stays: true },
] as const;
/** One that is owed, one that is not, and one that nobody knows of. */
const telling = entries.filter((_, nth) => [0, 1, 5].includes(nth));
test.each(everyCase ? entries : telling)(
  "what must be told of a plan that is $status in $country, by an entry that is $entry: whether it stays is $stays",
  async ({ status, country, entry, stays }) => {
    const { uid } = await newMember({ status, country, planCode: "ig_3month" });
    await beginNotices(uid);
    await runEntry(notices, uid);
    const database = await firestore();
    await database.doc(`notices/${uid}`).update({ requestedAt: +old });
    // So that a canceled one is known, too.
    const [id] = sandbox.world.subscriptions.filter((one) => one.uid === uid).map((one) => one.id);
    const told = { subscriptionId: id, keys: [], yearAt: null };
    const plans = { readable: [told], "of no plan": [], unreadable: "?" }[entry];
    await database.doc(`notices/${uid}`).update({ progress: { plans } });
    await database.doc(`subscribers/${uid}`).set({ lastUsedAt: old });
    for (const _ of everyCase ? [1, 2] : [1]) {
      const counts = await eraseExpired({ now, commit: true });
      const { needed } = counts.find(({ collection }) => collection === "notices") ?? {};
      expect(needed).toBe(stays ? 1 : 0);
    }
    expect(await present({ [`notices/${uid}`]: 1, [`subscribers/${uid}`]: 1 })).toEqual(
      stays ? [`notices/${uid}`] : [],
    );
    await database.doc(`notices/${uid}`).delete();
  },
);

test("notices stay where the subscription service does not say whether they are owed, and are counted apart", async () => {
  const { uid } = await newMember({ status: "active", country: "DE", planCode: "ig_3month" });
  await beginNotices(uid);
  await runEntry(notices, uid);
  const database = await firestore();
  await database.doc(`notices/${uid}`).update({ requestedAt: +old });
  await database.doc(`subscribers/${uid}`).set({ lastUsedAt: old });
  sandbox.faults.set("subscriptions", { kind: "status", status: 500 });
  const counts = await eraseExpired({ now, commit: true });
  const { needed, unknown } = counts.find(({ collection }) => collection === "notices") ?? {};
  expect({ needed, unknown }).toEqual({ needed: 0, unknown: 1 });
  expect(totalOf(counts, "unknown")).toBe(1);
  expect(await present({ [`notices/${uid}`]: 1 })).toEqual([`notices/${uid}`]);
  await database.doc(`notices/${uid}`).delete();
});

test("a run erases everything due when it spans several pages", async () => {
  const database = await firestore();
  const length = everyCase ? 250 : 120;
  const many = Array.from({ length }, (_, index) => `unsubscribeAnswers/expiry-many-${index}`);
  const batch = database.batch();
  // All have the same date, so pages end between equal dates. Every tenth owner is still active.
  for (const [index, path] of many.entries()) {
    batch.set(database.doc(path), { updatedAt: old });
    if (index % 10 === 0)
      batch.set(database.doc(path.replace("unsubscribeAnswers", "subscribers")), {
        lastUsedAt: recent,
      });
  }
  await batch.commit();
  const [answers] = await eraseExpired({ now, commit: true });
  expect(answers).toEqual({
    collection: "unsubscribeAnswers",
    due: length * 0.9,
    erased: length * 0.9,
    needed: 0,
    unknown: 0,
  });
  const remaining = await present(Object.fromEntries(many.map((path) => [path, 1])));
  expect(remaining).toEqual(many.filter((_, index) => index % 10 === 0));
  const cleanup = database.batch();
  for (const path of remaining) {
    cleanup.delete(database.doc(path));
    cleanup.delete(database.doc(path.replace("unsubscribeAnswers", "subscribers")));
  }
  await cleanup.commit();
});

test("the report says how many documents were due and erased", async () => {
  const counts = [
    { collection: "subscribers", due: 3, erased: 0, needed: 1, unknown: 2 },
    { collection: "endedSessions", due: 2, erased: 0, needed: 0, unknown: 0 },
  ];
  expect(expiryReport(counts, { now, commit: false })).toEqual([
    "erase-expired: dry run, last use before 2008-06-15",
    "subscribers: 3 due, 0 erased, 1 still needed, 2 that may be needed",
    "endedSessions: 2 due, 0 erased, 0 still needed",
    "5 documents due, nothing erased; run with --commit to erase them",
  ]);
  const done = counts.map((count) => ({ ...count, erased: count.due }));
  expect(expiryReport(done, { now, commit: true }).at(-1)).toBe("5 of 5 due documents erased");
});
