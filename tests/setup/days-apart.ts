import { afterEach, beforeEach, vi } from "vitest";

const day = 86_400_000;
let days = 0;

/**
 * Each test begins two days after the one before it, so that it meets fresh limits, and breakers that let a call through.
 * This costs nothing, while `resetApp` takes a tenth of a second. It is no new app: a breaker that an earlier test opened
 * opens again with the first failure and not the fifth, and a cache's last good answer stays. Tests that count failures, or
 * go back in time, reset the app.
 */
export function daysApart(): void {
  beforeEach(() => {
    days += 2;
    const now = Date.now() + days * day;
    vi.useFakeTimers({ toFake: ["Date"], now, shouldAdvanceTime: true });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}
