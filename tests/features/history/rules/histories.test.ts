import { expect, test } from "vitest";
import { makeCase, trustCaseKinds } from "../../../../bench/analysis/cases.ts";
import { importAll } from "../../../../bench/analysis/subscriber.ts";
import {
  afterUnnoticed,
  afterUnnoticedTrust,
  count,
  emptyTallies,
} from "../../../../bench/analysis/tally.ts";

// A slice of `npm run bench:analysis`: what the analysis says, against the log of the generator.
test("72 histories: nobody is said to have left who is there, wherever that can be known", async () => {
  const tallies = emptyTallies();
  for (let seed = 20_000; seed < 20_072; seed += 1) {
    const one = makeCase(seed, 300);
    await count(tallies, one, await importAll(one));
  }
  // trust.test.ts has histories of the trust kinds.
  const elsewhere = new Set<string>([afterUnnoticed, afterUnnoticedTrust, ...trustCaseKinds]);
  const known = Object.entries(tallies).filter(([row]) => !elsewhere.has(row));
  for (const [row, { cut, falseLosses, scores, tellable }] of known) {
    expect(tellable, row).toBe(0);
    const { right, wrong, missed } = scores.lost;
    expect(right, row).toBeGreaterThan(10);
    expect(right / (right + wrong), row).toBeGreaterThanOrEqual(0.995);
    expect(right / (right + missed), row).toBeGreaterThanOrEqual(0.995);
    if (cut > 0) expect(falseLosses, row).toBe(0);
    for (const kind of ["renamed", "new", "refollowed"] as const)
      expect(scores[kind].wrong, `${row}: ${kind}`).toBeLessThanOrEqual(scores[kind].right * 0.02);
  }
});
