import { beforeEach, expect, test, vi } from "vitest";
import { newMember } from "#tests/setup/member";
import { live, subjects } from "#tests/setup/noticing";
import { resetApp } from "#tests/setup/reset-app";
import { beginNotices } from "~/features/leaving/notices.server";
import { requestErasure } from "~/features/own-data/services/erasure.server";
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

test("a Californian whose plan renews is told once a year after an erasure, too", async () => {
  const { member, isKept } = await erased("US-CA");
  expect(isKept).toBe(true);
  await live(member, 80);
  expect(subjects(member)).toContain("Your subscription, once a year");
});

test("where no law asks to tell them, nothing of notices stays", async () => {
  expect((await erased("CH")).isKept).toBe(false);
});
