import { beforeEach, expect, test, vi } from "vitest";
import { faults } from "#tests/setup/erasures";
import { newMember } from "#tests/setup/member";
import { live, subjects } from "#tests/setup/noticing";
import { sandbox } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";
import { beginNotices } from "~/features/leaving/notices.server";
import { requestErasure } from "~/features/own-data/services/erasure.server";
import { eraseExpired } from "~/features/own-data/services/expiry.server";
import { firestore } from "~/platform/store/firebase.server";
import { backgroundSettled } from "~/platform/work/background.server";

beforeEach(() => resetApp());

async function erased(country: string) {
  const member = await newMember({ country, days: 300, planCode: "ig_premium_one_month" });
  await beginNotices(member.uid);
  await live(member, 1);
  vi.useRealTimers();
  const entry = (await firestore()).doc(`notices/${member.uid}`);
  expect((await entry.get()).exists).toBe(true);
  await requestErasure(member);
  await backgroundSettled();
  expect(subjects(member)).toContain("Your data has been erased");
  return { member, isKept: (await entry.get()).exists };
}

test("what outlives an erasure goes once the plan has ended", async () => {
  const { member, isKept } = await erased("US-CA");
  const entry = (await firestore()).doc(`notices/${member.uid}`);
  await eraseExpired({ now: Date.now(), commit: true });
  expect([isKept, (await entry.get()).exists]).toEqual([true, true]);
  const subscription = sandbox.world.subscriptionById(member.id);
  if (subscription) subscription.status = "expired";
  await eraseExpired({ now: Date.now(), commit: true });
  expect((await entry.get()).exists).toBe(false);
});

test("while the subscription service is down, nobody knows what is owed: the notices stay, and the rest is erased", async () => {
  const member = await newMember({ country: "US-CA", planCode: "ig_premium_one_month" });
  await beginNotices(member.uid);
  faults.set("subscriptions", { kind: "status", status: 503 });
  await requestErasure(member);
  await backgroundSettled();
  const database = await firestore();
  expect((await database.doc(`notices/${member.uid}`).get()).exists).toBe(true);
  // The mark has ended: what they press from now on is written.
  const marks = await database.collection("erasureMarks").get();
  expect(marks.docs.map((mark) => mark.get("erasing") ?? false)).not.toContain(true);
  faults.clear();
});

test("a Californian whose plan renews is told once a year after an erasure, too", async () => {
  const { member, isKept } = await erased("US-CA");
  expect(isKept).toBe(true);
  await live(member, 80);
  expect(subjects(member)).toContain("Your subscription, once a year");
});

test("where no law asks to tell them, nothing of notices stays", async () => {
  expect((await erased("CH")).isKept).toBe(false);
});
