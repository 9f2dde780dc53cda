import "#tests/setup/mail";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { counted, growth } from "#tests/features/letters/rules/known.ts";
import { everyCase } from "#tests/setup/cases";
import { keepGrowth } from "#tests/setup/keep-growth";
import { type Member, newMember } from "#tests/setup/member";
import { keptEntry } from "#tests/setup/outbox";
import { sandbox } from "#tests/setup/outside";
import { weeklyAtFirst } from "~/features/account/letter-entries";
import { weeklyLetters } from "~/features/letters/services/outbox/weekly-letter.server";
import { runDue } from "~/platform/outbox/run-due.server";
import type { OutboxKind } from "~/platform/outbox/runner.server";
import { claimEntry } from "~/platform/outbox/store/claim.server";
import { firestore } from "~/platform/store/firebase.server";

/** In a collection where no other file's entries are. */
const kind = { ...weeklyLetters, collection: "weeklyLettersApart" } as unknown as OutboxKind;
const monday = Date.parse("2026-11-23T10:00Z");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: monday });
});
afterEach(() => {
  vi.useRealTimers();
});

async function subscribe(): Promise<Member> {
  const member = await newMember();
  const { uid } = member;
  const database = await firestore();
  await database.doc(`settings/${uid}`).set({ weeklyLetter: true, timeZone: "UTC" });
  const instagramCounts = [counted("2026-11-10", 90), counted("2026-11-22", 100)];
  await keepGrowth(member, { growth: growth({ instagramCounts }) });
  const entry = keptEntry({ payload: { uid }, progress: weeklyAtFirst, dueAt: monday - 1 });
  await database.doc(`${kind.collection}/${uid}`).set(entry);
  return member;
}

test("a fleet's Monday: each gets one letter from two runners, and those of one that died when its leases end", async () => {
  const members = await Promise.all(Array.from({ length: everyCase ? 24 : 12 }, subscribe));
  const letters = () =>
    members.map(({ email }) => sandbox.world.mails.filter(({ to }) => to.includes(email)).length);
  const third = members.length / 3;
  const [held, others] = [members.slice(0, third), members.slice(third)];
  // A process that takes these, and dies.
  for (const { uid } of held) expect(await claimEntry(kind, uid)).toBeDefined();
  await Promise.all([runDue(kind), runDue(kind)]);
  expect(letters()).toEqual([...held.map(() => 0), ...others.map(() => 1)]);
  vi.setSystemTime(monday + kind.lease + 1);
  await Promise.all([runDue(kind), runDue(kind)]);
  await runDue(kind);
  expect(letters()).toEqual(members.map(() => 1));
  // The whole next day nothing is due any more.
  vi.setSystemTime(monday + 86_400_000);
  await runDue(kind);
  expect(letters()).toEqual(members.map(() => 1));
});
