import { expect, test } from "@playwright/test";
import { killAroundWishes } from "../durability/kills.ts";

// The short version of `npm run test:durability`; there is no page in it.
test("nothing acknowledged is lost or doubled when the server is killed", async ({
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, "once is enough");
  test.setTimeout(120_000);
  const { faults, acknowledged } = await killAroundWishes({
    kills: 5,
    seed: 3,
    patience: 40_000,
  });
  expect(faults).toEqual([]);
  expect(Object.keys(acknowledged)).toHaveLength(3);
});
