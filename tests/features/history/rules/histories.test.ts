import { expect, test } from "vitest";
import { everyCase } from "#tests/setup/cases";
import { makeCase, trustCaseKinds } from "../../../../bench/analysis/cases.ts";
import { importAll } from "../../../../bench/analysis/subscriber.ts";
import {
  afterUnnoticed,
  afterUnnoticedTrust,
  count,
  emptyTallies,
} from "../../../../bench/analysis/tally.ts";

// A slice of `npm run bench:analysis`: what the analysis says, against the log of the generator. Without all, of each kind one
// or two, of whom enough leave.
const seeds = everyCase
  ? Array.from({ length: 72 }, (_, at) => 20_000 + at)
  : [9, 14, 16, 19, 20, 21, 25, 27, 29, 35, 37, 38, 39, 42, 46, 48].map((at) => 20_000 + at);

test(`${seeds.length} histories: nobody is said to have left who is there, wherever that can be known`, async () => {
  const tallies = emptyTallies();
  for (const seed of seeds) {
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
