import { expect, test } from "vitest";
import { everyCase } from "#tests/setup/cases";
import { makeCase, trustCaseKinds } from "../../../../bench/analysis/cases.ts";
import { importAll } from "../../../../bench/analysis/subscriber.ts";
import { afterUnnoticedTrust, count, emptyTallies } from "../../../../bench/analysis/tally.ts";

// A slice of `npm run bench:analysis`: request files that are old, lie or name days of other zones, first exports that are
// cut, and times that many share, against the log of the generator.
test.each(trustCaseKinds)("%s: nobody is said to have left who is there", async (kind) => {
  const tallies = emptyTallies();
  for (const seed of everyCase ? [0, 1, 2, 3, 4] : [0, 3, 4]) {
    const one = makeCase(30_000 + seed, 300, kind);
    await count(tallies, one, await importAll(one));
  }
  const { imports, falseLosses, first, scores, tellable } = tallies[kind];
  expect(tellable).toBe(0);
  expect(tallies[afterUnnoticedTrust].noticeable).toBe(0);
  expect(imports).toBeGreaterThan(8);
  expect(falseLosses).toBe(0);
  expect(scores.lost.right).toBeGreaterThan(0);
  expect(first.unasked).toBe(0);
  if (kind.startsWith("first cut")) expect(first.cut).toBeGreaterThan(2);
});
