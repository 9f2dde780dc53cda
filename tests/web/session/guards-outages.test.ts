import { beforeEach, describe, expect, test, vi } from "vitest";
import { cookieOf, logOut, startProcess, toSignIn, visit } from "#tests/setup/guarded";
import { sandbox } from "#tests/setup/outside";
import { stopwatch } from "#tests/setup/stopwatch";

beforeEach(startProcess);

/** Cookies of sessions that another process created. */
async function cookiesFromElsewhere(...keys: string[]): Promise<string[]> {
  const cookies = await Promise.all(keys.map(cookieOf));
  await startProcess();
  return cookies;
}

test.each(["identity", "subscriptions"] as const)(
  "%s being down closes no page",
  async (system) => {
    const cookie = await cookieOf("rich");
    sandbox.faults.set(system, { kind: "status", status: 500 });
    expect(await visit(cookie)).toMatchObject({ status: 200 });
  },
);

describe.each(["firestore", "identity", "subscriptions"] as const)("while %s hangs", (system) => {
  const elapsed = async (cookie: string) => {
    const waited = stopwatch();
    expect(await visit(cookie)).toMatchObject({ status: 200 });
    return waited();
  };

  test("a page that needs it does not wait once the outage is known", async () => {
    const [first = "", second = ""] = await cookiesFromElsewhere("rich", "small");
    sandbox.faults.set(system, { kind: "hang" });
    await elapsed(first);
    // Waiting would take 2 s.
    expect(await elapsed(second)).toBeLessThan(1_000);
  });

  test("a subscriber of the last minute does not wait at all", async () => {
    const [cookie = ""] = await cookiesFromElsewhere("rich");
    await elapsed(cookie);
    sandbox.faults.set(system, { kind: "hang" });
    vi.useFakeTimers({ now: Date.now() + 25_000, toFake: ["Date", "performance"] });
    expect(await elapsed(cookie)).toBeLessThan(1_000);
    vi.useRealTimers();
  });
});

test("a session that this process ended stays ended while Firestore is down", async () => {
  const cookie = await cookieOf("rich");
  await logOut(cookie);
  sandbox.faults.set("firestore", { kind: "hang" });
  vi.useFakeTimers({ now: Date.now() + 240_000, toFake: ["Date", "performance"] });
  expect(await visit(cookie)).toMatchObject(toSignIn);
  vi.useRealTimers();
});
