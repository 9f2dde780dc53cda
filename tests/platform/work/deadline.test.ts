import { afterEach, expect, test, vi } from "vitest";
import "#tests/setup/outside";
import { UpstreamError } from "~/platform/upstream/upstream.server";
import { backgroundSettled } from "~/platform/work/background.server";
import { answerWithin, withinAnswerTime } from "~/platform/work/deadline.server";

afterEach(() => void vi.useRealTimers());

/** Whether a stop of the process would go on now. */
const isSettled = () =>
  Promise.race([
    backgroundSettled().then(() => true),
    new Promise((go) => setImmediate(go, false)),
  ]);

test("a stop waits for the work of a form that was answered before its end", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { promise, resolve } = Promise.withResolvers<void>();
  const answer = withinAnswerTime(promise).catch((error: unknown) => error);
  vi.advanceTimersByTime(answerWithin);
  expect(await answer).toBeInstanceOf(UpstreamError);
  expect(await isSettled()).toBe(false);
  resolve();
  expect(await isSettled()).toBe(true);
});

test("and for that of a form whose sender has left", async () => {
  const { promise, reject } = Promise.withResolvers<void>();
  const answer = withinAnswerTime(promise).catch((error: unknown) => error);
  expect(await isSettled()).toBe(false);
  const failure = new UpstreamError("identity", "timeout");
  reject(failure);
  expect(await answer).toBe(failure);
  expect(await isSettled()).toBe(true);
});
