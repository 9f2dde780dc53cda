import { expect, test } from "vitest";
import { everyCase } from "#tests/setup/cases";
import { makeCase } from "../../../../bench/analysis/cases.ts";
import { countSaid, emptySaidTally } from "../../../../bench/analysis/said.ts";
import { importAll } from "../../../../bench/analysis/subscriber.ts";

// A slice of `npm run bench:analysis`. Without all, those in which the most can be said.
const seeds = everyCase
  ? Array.from({ length: 20 }, (_, at) => 60_000 + at)
  : [0, 3, 4, 5, 7, 10, 11, 13, 16, 19].map((at) => 60_000 + at);

test.each([
  ["", {}],
  [" and a third take an old name back", { renameBackShare: 0.33, rename: 0.002 }],
])(
  `${seeds.length} histories in which half of the follows have no time%s: who is said to be renamed is, as in the generator's own log`,
  async (_, rates) => {
    const tally = emptySaidTally();
    for (const seed of seeds) {
      const one = makeCase(seed, 600, "whole, B, a tenth without a time", rates);
      for (const sent of one.sent) sent.options.emptyShare = 0.5;
      await countSaid(tally, one, await importAll(one));
    }
    expect(tally.said).toBeGreaterThan(100);
    expect(tally.leftovers).toBe(0);
    for (const [kind, { right, wrong, missed }] of Object.entries(tally.scores)) {
      expect(right, kind).toBeGreaterThan(30);
      expect({ wrong, missed }, kind).toEqual({ wrong: 0, missed: 0 });
    }
  },
);
