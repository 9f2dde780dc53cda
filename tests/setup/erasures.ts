import { beforeEach } from "vitest";
import { sandbox } from "#tests/setup/outside";
import { erasures } from "~/features/own-data/services/outbox/erasure.server";
import { runEntry } from "~/platform/outbox/runner.server";
import { firestore } from "~/platform/store/firebase.server";

export const { world, faults } = sandbox;

export let person: { uid: string; email: string; subscriptionId: string };

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
export const resumeErasures = () => runEntry(erasures, person.uid);

export const write = async (path: string, fields: object) =>
  (await firestore()).doc(path).set(fields);
export const read = async (path: string) => (await (await firestore()).doc(path).get()).data();

export const answers = { select: "Other", stars: 2, feedback: "Too dear", updatedAt: new Date() };
export const bought = (uid: string, closedAt = Date.now() - 7_200_000) => ({
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
export async function kept(cancellationDueAt: number | null) {
  const { uid, subscriptionId } = person;
  const own = {
    [`subscribers/${uid}`]: { lastUsedAt: new Date() },
    [`unsubscribeAnswers/${uid}`]: answers,
    [`weeklyLetters/${uid}`]: { key: "w", dueAt: Date.now() + 1e9, payload: { uid } },
    [`breachAlerts/${uid}`]: { key: "b", dueAt: Date.now() + 1e9, payload: { uid } },
    [`importReminders/${uid}`]: { key: "r", dueAt: Date.now() + 1e9, payload: { uid } },
    [`settings/${uid}`]: { timeZone: "Europe/Berlin", updatedAt: new Date() },
    [`signIns/${uid}`]: { latest: [], updatedAt: new Date() },
    [`accessLetters/l${uid}`]: { payload: { uid }, dueAt: null, updatedAt: Date.now() },
    [`passkeys/p-${uid}`]: { uid, name: "Chrome on Mac", updatedAt: new Date() },
    [`purchaseIntents/${uid}_pdfCourse`]: bought(uid),
    [`cancellationIntents/${subscriptionId}`]: wish("", cancellationDueAt),
    [`cancellationIntents/earlier-${uid}`]: wish(uid, null),
  };
  const other = {
    [`subscribers/x${uid}`]: { lastUsedAt: new Date() },
    [`unsubscribeAnswers/x${uid}`]: answers,
    [`weeklyLetters/x${uid}`]: { key: "w", dueAt: Date.now() + 1e9, payload: {} },
    [`settings/x${uid}`]: { timeZone: "Asia/Tokyo", updatedAt: new Date() },
    [`signIns/x${uid}`]: { latest: [], updatedAt: new Date() },
    [`accessLetters/x${uid}`]: { payload: { uid: `x${uid}` }, dueAt: null, updatedAt: Date.now() },
    [`passkeys/x-${uid}`]: { uid: `x${uid}`, name: "Firefox", updatedAt: new Date() },
    [`purchaseIntents/x${uid}_pdfCourse`]: bought(`x${uid}`),
    [`cancellationIntents/x${uid}`]: wish(`x${uid}`, null),
    [`profiles/${uid}`]: { _updatedAt: new Date(0) },
  };
  for (const [path, fields] of Object.entries({ ...own, ...other })) await write(path, fields);
  return { own: Object.keys(own), other: Object.keys(other) };
}

export async function present(paths: string[]) {
  const documents = await Promise.all(paths.map(async (path) => [path, await read(path)] as const));
  return documents.filter(([, fields]) => fields).map(([path]) => path);
}

export const subjects = () =>
  world.mails.filter(({ to }) => to.includes(person.email)).map(({ subject }) => subject);

/** Lets what waits for its time be due now. */
export const makeDue = async () =>
  (await firestore()).doc(`erasureRequests/${person.uid}`).update({ dueAt: Date.now() - 1 });
