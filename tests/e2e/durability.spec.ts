import { expect, test } from "@playwright/test";
import { killAroundCancellations } from "../durability/kills.ts";

// The short version of `npm run test:durability`; there is no page in it.
test("no acknowledged cancellation is lost when the server is killed", async ({
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, "once is enough");
  test.setTimeout(120_000);
  const { faults, acknowledged } = await killAroundCancellations({
    kills: 5,
    seed: 3,
    patience: 40_000,
  });
  expect(faults).toEqual([]);
  expect(acknowledged).toBeGreaterThan(0);
});
