import { afterEach, describe, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { effects, faults, world } from "#tests/setup/cancellations";
import { newMember } from "#tests/setup/member";
import { floodAround, mostInHour } from "~/features/leaving/rules/brake";
import { cameInFlood } from "~/features/leaving/services/brake.server";
import { openDeclarations } from "~/features/leaving/services/outbox/open-declaration/kind.server";
import { carryOutOrder } from "~/platform/outbox/operations.server";
import { runEntry } from "~/platform/outbox/runner.server";
import { entryAt } from "~/platform/outbox/store/transaction.server";
import { firestore } from "~/platform/store/firebase.server";
import { backgroundSettled } from "~/platform/work/background.server";

afterEach(() => vi.useRealTimers());

const hour = 3_600_000;
const alarms = () =>
  world.mails.filter(({ subject }) => subject.startsWith("Far more cancellations"));

/** Others' public declarations at these times, which nothing is to be done about. */
async function others(times: readonly number[]): Promise<void> {
  const database = await firestore();
  const batch = database.batch();
  for (const time of times)
    batch.set(database.collection("declarations").doc(crypto.randomUUID()), {
      publicAt: new Date(time),
      state: "no-subscription",
    });
  await batch.commit();
}

/** Other files declare at this time, so this one lives on days of its own. */
function goTo(daysAhead: number): number {
  const now = Date.UTC(2031, 0, 1, 10, 30) + daysAhead * 100 * 24 * hour;
  vi.useFakeTimers({ toFake: ["Date"], now });
  return now;
}

async function declareFor(email: string): Promise<void> {
  await visit("/cancel", {
    method: "POST",
    body: new URLSearchParams({ email }),
    redirect: "manual",
  });
  await backgroundSettled();
}

async function later(milliseconds: number, ids: readonly string[]): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });
  for (const id of ids) await runEntry(openDeclarations, id);
  await backgroundSettled();
}

test.each([
  [0, 50],
  // 28 days have 672 hours: 6,720 are ten an hour.
  [3_359, 50],
  [6_720, 100],
  [6_787, 100],
  [6_788, 101],
])("after %i in 28 days an hour may have %i", (before, most) => {
  expect(mostInHour(before)).toBe(most);
});

describe("what came in a flood", () => {
  const evenly = (count: number, from: number, step: number) =>
    Array.from({ length: count }, (_, nth) => from + nth * step);

  test.each<[string, number[], number, boolean]>([
    ["fifty in an hour", evenly(50, 0, 60_000), 0, false],
    ["fifty-one", evenly(51, 0, 60_000), 0, true],
    ["the last of them", evenly(51, 0, 60_000), 50 * 60_000, true],
    ["the hour slides", evenly(51, 0.8 * hour, 60_000), 0.9 * hour, true],
    ["fifty-one in exactly an hour and more", evenly(51, 0, hour / 50), 0, false],
    ["one of before", [-hour, ...evenly(51, 0, 60_000)], -hour, false],
    ["one long after", [...evenly(51, 0, 60_000), 2 * hour], 2 * hour, false],
  ])("%s", (_, times, at, flood) => {
    expect(floodAround(at, times, 50) !== undefined).toBe(flood);
  });
});

test("all public declarations count, whosever address it was, in an hour that slides", async () => {
  const now = goTo(0);
  // Twenty-five minutes before and after the hour's turn: neither hour by the clock has more than fifty.
  await others(Array.from({ length: 51 }, (_, nth) => now + 5 * 60_000 + nth * 60_000));
  expect(await cameInFlood(now + 6 * 60_000)).toBe(true);
  expect(await cameInFlood(now + 55 * 60_000)).toBe(true);
  expect(await cameInFlood(now - 10 * 60_000)).toBe(false);
  expect(await cameInFlood(now + 90 * 60_000)).toBe(false);
});

test("where more are usual, more may come", async () => {
  const now = goTo(1);
  const usual = Array.from({ length: 400 }, (_, nth) => now - 3 * hour - nth * 100);
  for (let times = 0; times < 10; times += 1) await others(usual);
  // 4,000 in 28 days are 5.95 an hour: 59 may come.
  await others(Array.from({ length: 59 }, (_, nth) => now + nth * 1_000));
  expect(await cameInFlood(now)).toBe(false);
  await others([now + 60_000]);
  expect(await cameInFlood(now)).toBe(true);
});

test("the operator hears of it when it begins, once, and again of another", async () => {
  const now = goTo(2);
  await others(Array.from({ length: 51 }, (_, nth) => now - nth * 1_000));
  await declareFor(`${crypto.randomUUID()}@example.com`);
  expect(alarms()).toHaveLength(1);
  expect(alarms()[0]?.text).toContain("2031-");
  for (const minutes of [20, 50]) {
    vi.useFakeTimers({ toFake: ["Date"], now: now + minutes * 60_000 });
    await others(Array.from({ length: 51 }, (_, nth) => Date.now() - nth * 1_000));
    await declareFor(`${crypto.randomUUID()}@example.com`);
  }
  expect(alarms()).toHaveLength(1);
  vi.useFakeTimers({ toFake: ["Date"], now: now + 5 * hour });
  await others(Array.from({ length: 51 }, (_, nth) => Date.now() - nth * 1_000));
  await declareFor(`${crypto.randomUUID()}@example.com`);
  expect(alarms()).toHaveLength(2);
});

test("a mail server that is down when it begins delays the word to the operator, and does not lose it", async () => {
  const now = goTo(4);
  await others(Array.from({ length: 51 }, (_, nth) => now - nth * 1_000));
  faults.set("mail", { kind: "status", status: 451 });
  const before = alarms().length;
  await declareFor(`${crypto.randomUUID()}@example.com`);
  expect(alarms()).toHaveLength(before);
  faults.clear();
  await declareFor(`${crypto.randomUUID()}@example.com`);
  await declareFor(`${crypto.randomUUID()}@example.com`);
  expect(alarms()).toHaveLength(before + 1);
});

test("in a flood nobody is canceled without a person, who is told once; a term that ends is not missed", async () => {
  const now = goTo(3);
  const monthly = { planCode: "ig_premium_one_month" };
  const held = await Promise.all([newMember(monthly), newMember(monthly)]);
  // A term that ends in two days.
  const ending = await newMember({ planCode: "ig_premium_one_month", days: 0 });
  const subscription = world.subscriptions.find(({ id }) => id === ending.id);
  if (subscription) subscription.renewsAt = new Date(Date.now() + 48 * hour);
  await others(Array.from({ length: 60 }, (_, nth) => now + nth));
  for (const { email } of [...held, ending]) await declareFor(email);
  const ids = [...held, ending].map(({ id }) => id);
  await later(18.1 * hour, ids);
  await later(6 * hour, ids);
  expect([...held, ending].map(({ id }) => effects(id).length)).toEqual([0, 0, 1]);
  expect(alarms()).toHaveLength(1);
  const [first, second] = held;
  if (!first || !second) throw new Error("no members");
  expect(await entryAt(openDeclarations, first.id)).toMatchObject({
    state: "open",
    needsPerson: { reason: "it came with far more declarations than usual" },
  });
  await later(hour, ids);
  expect(effects(first.id)).toEqual([]);
  const order = { word: "retry-all", name: openDeclarations.name } as const;
  expect(await carryOutOrder([openDeclarations], order)).toBe("2 tried at once");
  await later(0, ids);
  expect([first, second].map(({ id }) => effects(id).length)).toEqual([1, 1]);
  expect(alarms()).toHaveLength(1);
});
