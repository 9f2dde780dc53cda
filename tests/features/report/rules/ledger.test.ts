import { expect, test } from "vitest";
import { madeUpGrowth } from "#tests/setup/growths";
import { shownLedger } from "~/features/growth/routes/growth/ledger.server";
import { ledgerPart } from "~/features/report/rules/ledger";

const knowing = { mayImport: true, mayConnect: true, hasExport: true, isConnected: true };
const chances = [1 / 5_001, 0.000_96, 0.001_04, 0.0149, 0.0151, 1 / 12, 0.0995, 0.1];

test.each(chances)("a chance of %d is the same on the page and in the report", (chance) => {
  const post = { kind: "post" as const, postedAt: 1_790_000_000, came: 41, usual: 9.96, chance };
  const ledger = {
    outcome: "tested" as const,
    ...{ freeTimes: 100, posts: [{ ...post, standsOut: true }] },
  };
  const growth = { ...madeUpGrowth({ imports: 2 }), ledger };
  const [shown] = shownLedger({ growth, knowing }).named;
  const row = ledgerPart({ growth })?.tables[0]?.rows[0];
  expect(shown?.name).toBe(row?.[0]);
  expect(shown?.text).toContain(`the usual is ${row?.[2]}`);
  expect(shown?.chance).toBe(`by chance: ${row?.[3]}`);
});
