import { beforeEach, expect, test } from "vitest";
import { resetApp } from "#tests/setup/reset-app";
import type { Usage } from "~/features/connection/rules/usage";

beforeEach(resetApp);

const usage: Usage = { app: 90, account: null, regainMinutes: 0 };

/** A run that never gets anywhere, while Instagram says each time that a limit is near. */
async function asking() {
  const { createAsk } = await import("~/features/connection/services/readings/asker.server");
  let calls = 0;
  const ask = createAsk(
    async () => {},
    () => false,
  );
  const call = async () => {
    calls += 1;
    return { usage };
  };
  const untilBrokenOff = async () => {
    for (let times = 0; times < 100; times += 1) await ask(call);
  };
  return { untilBrokenOff, made: () => calls };
}

test("near a limit a run that gets nowhere breaks off after some calls", async () => {
  const { untilBrokenOff, made } = await asking();
  await expect(untilBrokenOff()).rejects.toThrow("broken off");
  // The first, and 25 more.
  expect(made()).toBe(26);
});

test("in a pause that another run has begun it makes none", async () => {
  const { untilBrokenOff, made } = await asking();
  const { pauseApp } = await import("~/features/history/app-pause.server");
  await pauseApp(Date.now() + 3_600_000);
  await expect(untilBrokenOff()).rejects.toThrow("broken off");
  expect(made()).toBe(0);
});
