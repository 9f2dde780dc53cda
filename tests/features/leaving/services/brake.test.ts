import { afterEach, describe, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { effects, world } from "#tests/setup/cancellations";
import { newMember } from "#tests/setup/member";
import { isFlood } from "~/features/leaving/rules/brake";
import { openDeclarations } from "~/features/leaving/services/outbox/open-declaration.server";
import { carryOutOrder } from "~/platform/outbox/operations.server";
import { runEntry } from "~/platform/outbox/runner.server";
import { entryAt } from "~/platform/outbox/store/transaction.server";
import { firestore } from "~/platform/store/firebase.server";
import { backgroundSettled } from "~/platform/work/background.server";

afterEach(() => vi.useRealTimers());

const hour = 3_600_000;
const alarms = () =>
  world.mails.filter(({ subject }) => subject.startsWith("Far more cancellations"));

/** Others' declarations of this hour, which nothing is to be done about. */
async function others(count: number): Promise<void> {
  const database = await firestore();
  const batch = database.batch();
  for (let nth = 0; nth < count; nth += 1)
    batch.set(database.collection("openDeclarations").doc(`other-${nth}`), {
      requestedAt: Date.now(),
      state: "done",
      dueAt: null,
      needsPerson: null,
    });
  await batch.commit();
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

describe("what counts as a flood", () => {
  test.each([
    [50, 0, false],
    [51, 0, true],
    // 28 days have 672 hours: 6,720 before are ten an hour.
    [100, 6_720, false],
    [101, 6_720, true],
  ])("%i in an hour after %i in 28 days: %s", (inHour, before, flood) => {
    expect(isFlood(inHour, before)).toBe(flood);
  });
});

test("in a flood nobody is canceled without a person, who is told once; a term that ends is not missed", async () => {
  const monthly = { planCode: "ig_premium_one_month" };
  const held = await Promise.all([newMember(monthly), newMember(monthly)]);
  // A term that ends in two days.
  const ending = await newMember({ planCode: "ig_premium_one_month", days: 0 });
  const subscription = world.subscriptions.find(({ id }) => id === ending.id);
  if (subscription) subscription.renewsAt = new Date(Date.now() + 48 * hour);
  await others(60);
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
