import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { startAnyFirestore } from "#tests/setup/any-firestore";
import { newMember } from "#tests/setup/member";
import { keptCancellation } from "#tests/setup/outbox";
import { projectId } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";
import { stopwatch } from "#tests/setup/stopwatch";
import { freePort } from "../../../sandbox/free-port.ts";

// A Firestore of its own: it carries out all that is due, and its clock is a minute ahead.
const { port, stop } = await startAnyFirestore(projectId);
vi.stubEnv("FIRESTORE_EMULATOR_HOST", `127.0.0.1:${port}`);
afterAll(() => stop());

test("a process that has never reached Redis carries out what is due, and stops at once", async () => {
  vi.stubEnv("REDIS_URL", `redis://127.0.0.1:${await freePort()}`);
  // Below, the clock moves past the time that a process waits for Redis, so its first round runs without it.
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.spyOn(Math, "random").mockReturnValue(0);
  onTestFinished(() => {
    vi.useRealTimers();
  });
  resetApp();
  const { firestore } = await import("~/platform/store/firebase.server");
  const { startOutbox } = await import("~/platform/outbox/schedule.server");
  const member = await newMember();
  const document = (await firestore()).doc(`cancellationIntents/${member.id}`);
  await document.set(keptCancellation(member));

  const { outboxKinds } = await import("~/outbox-kinds.server");
  const outbox = startOutbox(outboxKinds);
  vi.setSystemTime(Date.now() + 60_000);
  await vi.waitFor(async () => expect((await document.get()).data()?.state).toBe("done"), 20_000);
  const waited = stopwatch();
  await outbox.stop();
  expect(waited()).toBeLessThan(3_000);
});

test("what the metrics tell of it is read in the background, where it takes Firestore from no page", async () => {
  const { startOutbox } = await import("~/platform/outbox/schedule.server");
  const { outboxKinds } = await import("~/outbox-kinds.server");
  const { currentLane } = await import("~/platform/upstream/upstream.server");
  const { registry } = await import("~/platform/monitoring/metrics.server");
  const lanes = new Set<string>();
  const kinds = outboxKinds.map((kind) => ({
    ...kind,
    get collection() {
      lanes.add(currentLane());
      return kind.collection;
    },
  }));
  await startOutbox(kinds).stop();
  lanes.clear();
  expect(await registry.metrics()).toContain('outbox_entries{kind="cancellation",state="waiting"}');
  expect([...lanes]).toEqual(["background"]);
});
