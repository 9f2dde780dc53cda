import { expect, test } from "vitest";
import { killAroundWishes } from "../durability/kills.ts";
import { everyCase } from "../setup/cases.ts";

// The short version of `npm run test:durability`.
test("nothing acknowledged is lost or doubled when the server is killed", async () => {
  const { faults, acknowledged } = await killAroundWishes({
    kills: everyCase ? 5 : 3,
    seed: 3,
    // Leases of killed processes run out first, and an attempt that fails is made again later.
    patience: 240_000,
  });
  expect(faults).toEqual([]);
  // All wishes before the first kill, at the least.
  expect(acknowledged.cancellation).toBeGreaterThanOrEqual(4);
  expect(acknowledged.declaration).toBeGreaterThanOrEqual(1);
  expect(acknowledged.withdrawal).toBeGreaterThanOrEqual(1);
  expect(acknowledged.purchase).toBeGreaterThanOrEqual(2);
  expect(acknowledged.erasure).toBeGreaterThanOrEqual(1);
}, 480_000);
