import { expect, test } from "vitest";
import { makeCase } from "../../../../bench/analysis/cases.ts";
import { countHidden, emptyHiddenTally } from "../../../../bench/analysis/hidden.ts";
import { importAll } from "../../../../bench/analysis/subscriber.ts";

// A slice of `npm run bench:analysis`: one history of each kind.
test("12 histories: whom the subscriber has hidden is named nowhere, and every count is as it was", async () => {
  const tally = emptyHiddenTally();
  for (let seed = 70_000; seed < 70_012; seed += 1) {
    const one = makeCase(seed, 600);
    await countHidden(tally, one, await importAll(one), seed % 2 === 0 ? "middle" : "last");
  }
  expect(tally.hidden).toBeGreaterThan(400);
  expect(tally.renamed).toBeGreaterThan(40);
  expect(tally.named).toEqual([]);
  expect(tally.otherTotals).toBe(0);
});
