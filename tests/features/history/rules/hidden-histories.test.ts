import { expect, test } from "vitest";
import { everyCase } from "#tests/setup/cases";
import { makeCase } from "../../../../bench/analysis/cases.ts";
import { countHidden, emptyHiddenTally } from "../../../../bench/analysis/hidden.ts";
import { importAll } from "../../../../bench/analysis/subscriber.ts";

// A slice of `npm run bench:analysis`: one history of each kind, or those that have the most hidden and renamed.
const seeds = everyCase
  ? Array.from({ length: 12 }, (_, at) => 70_000 + at)
  : [70_003, 70_006, 70_009];

test(`${seeds.length} histories: whom the subscriber has hidden is named nowhere, and every count is as it was`, async () => {
  const tally = emptyHiddenTally();
  for (const seed of seeds) {
    const one = makeCase(seed, 600);
    await countHidden(tally, one, await importAll(one), seed % 2 === 0 ? "middle" : "last");
  }
  expect(tally.hidden).toBeGreaterThan(400);
  expect(tally.renamed).toBeGreaterThan(40);
  expect(tally.named).toEqual([]);
  expect(tally.otherTotals).toBe(0);
});
