import { afterEach, expect, test, vi } from "vitest";
import { effects, world } from "#tests/setup/cancellations";
import { type Member, newMember } from "#tests/setup/member";
import { resetApp } from "#tests/setup/reset-app";
import { requestErasure } from "~/features/own-data/services/erasure.server";
import { firestore } from "~/platform/store/firebase.server";
import { backgroundSettled } from "~/platform/work/background.server";

afterEach(() => vi.useRealTimers());

const today = new Date().setUTCHours(0, 0, 0, 0);
const hour = 3_600_000;
const setClock = (hours: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: today + hours * hour });

/** Cancels in a process that knows nothing of the presses before. */
async function cancelInAnother(member: Member): Promise<string> {
  resetApp();
  const { cancelOwn } = await import("~/features/leaving/cancellation.server");
  const work = await import("~/platform/work/background.server");
  // As a server does at its start: on a busy machine, to load the library takes longer than a cancellation waits.
  const started = await import("~/platform/store/firebase.server");
  await (await started.firestore()).doc("warm/up").get();
  const { outcome } = await cancelOwn(member, "test");
  await work.backgroundSettled();
  return outcome;
}

async function erase(member: Member) {
  const { outcome } = await requestErasure(member);
  await backgroundSettled();
  const kept = await (await firestore()).doc(`cancellationIntents/${member.id}`).get();
  return { outcome, kept: kept.data() };
}

test("who cancels, has all erased, resumes and cancels on the same day is canceled; what stays meanwhile names nobody, and goes with the next erasure", async () => {
  setClock(9);
  const member = await newMember();
  expect(await cancelInAnother(member)).toBe("canceled");
  setClock(10);
  const { outcome, kept } = await erase(member);
  expect(outcome).toBe("erased");
  expect(kept).toMatchObject({
    state: "done",
    payload: { subscriptionId: member.id, order: null },
  });
  for (const name of [member.uid, member.email]) expect(JSON.stringify(kept)).not.toContain(name);

  const subscription = world.subscriptionById(member.id);
  if (subscription) subscription.status = "active";
  setClock(20);
  expect(await cancelInAnother(member)).toBe("canceled");
  expect(subscription?.status).toBe("canceled");
  expect(effects(member.id).map(({ repeats }) => repeats)).toEqual([0, 0]);
  expect((await erase(member)).kept).toBeDefined();

  setClock(20 + 3 * 24);
  expect(await erase(member)).toEqual({ outcome: "erased", kept: undefined });
});
