import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { whileRenewing } from "~/platform/outbox/while-renewing.server";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a lease is renewed while work takes long, though a renewal fails, and never after its end", async () => {
  const { promise: work, resolve: end } = Promise.withResolvers<string>();
  const renewals: (() => void)[] = [];
  const renew = vi.fn(() => {
    if (renewals.length === 0) {
      renewals.push(() => {});
      return Promise.reject(new Error("down"));
    }
    return new Promise<void>((done) => void renewals.push(done));
  });
  let isOver = false;
  const whole = whileRenewing({ saveProgress: renew }, () => work).finally(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(renew).toHaveBeenCalledTimes(2);
  end("done");
  await vi.advanceTimersByTimeAsync(60_000);
  // A renewal is still under way.
  expect(isOver).toBe(false);
  for (const done of renewals) done();
  expect(await whole).toBe("done");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(renew).toHaveBeenCalledTimes(2);
});
