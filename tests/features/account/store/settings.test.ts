import "#tests/setup/outside";
import { expect, test } from "vitest";
import { saveTimeZone } from "~/features/account/letter-choices.server";
import { settingsOf } from "~/features/account/settings.server";
import { markBreach } from "~/features/safety/store/breach-marks.server";
import { firestore } from "~/platform/store/firebase.server";

const newUid = () => `settings-${crypto.randomUUID()}`;
const named = (name: string) => ({ name, domain: "", date: "" });
const chosen = (fields = {}) => ({
  timeZone: null,
  weeklyLetter: false,
  breachAlerts: false,
  importReminder: false,
  dealtWith: [],
  noPasskeyOffer: false,
  place: null,
  language: null,
  ...fields,
});

test("nothing is chosen until somebody chooses", async () => {
  expect(await settingsOf(newUid())).toEqual(chosen());
});

test("choices made at the same moment undo nothing of each other", async () => {
  const uid = newUid();
  const names = ["Adobe", "LinkedIn", "`odd`.name/1"];
  await Promise.all([
    saveTimeZone(uid, "Asia/Tokyo"),
    ...names.map((name) => markBreach(uid, named(name), true)),
  ]);
  const { dealtWith, ...rest } = await settingsOf(uid);
  expect(rest).toMatchObject({ timeZone: "Asia/Tokyo" });
  expect([...dealtWith].sort()).toEqual([...names].sort());
});

test("a breach that is marked twice is marked once, and the mark can be taken back", async () => {
  const uid = newUid();
  for (const isDealtWith of [true, true, false]) await markBreach(uid, named("Adobe"), isDealtWith);
  await markBreach(uid, named("LinkedIn"), true);
  expect(await settingsOf(uid)).toEqual(chosen({ dealtWith: ["LinkedIn"] }));
});

test.each<[object, object]>([
  [{ timeZone: "Europe/Atlantis", weeklyLetter: true }, { weeklyLetter: true }],
  [{ timeZone: "Asia/Tokyo", weeklyLetter: "yes" }, { timeZone: "Asia/Tokyo" }],
  [{ breachAlerts: true, dealtWith: [3] }, { breachAlerts: true }],
  [{ breachAlerts: null, dealtWith: ["Adobe"] }, { dealtWith: ["Adobe"] }],
])("what cannot be read counts as not chosen, the rest stands: %j", async (fields, known) => {
  const uid = newUid();
  await (await firestore()).doc(`settings/${uid}`).set(fields);
  expect(await settingsOf(uid)).toEqual(chosen(known));
});
