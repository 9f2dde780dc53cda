import { afterEach, expect, test, vi } from "vitest";
import "#tests/setup/outside";
import { log } from "~/platform/monitoring/log.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";
import { backgroundSettled, inBackground } from "~/platform/work/background.server";
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

test("a mistake of ours that comes after the answer is reported, and an outage is not", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const report = vi.spyOn(log, "error");
  for (const late of [new UpstreamError("identity", "timeout"), new TypeError("no name")]) {
    const { promise, reject } = Promise.withResolvers<void>();
    const answer = withinAnswerTime(promise).catch((error: unknown) => error);
    vi.advanceTimersByTime(answerWithin);
    expect(await answer).not.toBe(late);
    reject(late);
    await backgroundSettled();
    expect(report).toHaveBeenCalledTimes(late instanceof TypeError ? 1 : 0);
  }
});

test("work that nobody waits for reports mistakes of ours alone", async () => {
  const report = vi.spyOn(log, "error");
  inBackground("a", Promise.reject(new UpstreamError("identity", "timeout")));
  inBackground("b", Promise.reject(new Error("refused")));
  await backgroundSettled();
  expect(report).not.toHaveBeenCalled();
  inBackground("c", Promise.reject(new TypeError("no name")));
  await backgroundSettled();
  expect(report).toHaveBeenCalledTimes(1);
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
