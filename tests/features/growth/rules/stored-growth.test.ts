import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { madeUpGrowth, noGrowth } from "#tests/setup/growths";
import { decodeGrowth, encodeGrowth } from "~/features/growth/encode-growth";
import { followersSeries } from "~/features/growth/followers";
import { gainedBy, leftBetween } from "~/features/growth/gained-and-left";
import { survivalByMonth } from "~/features/growth/survival";

const day = 86_400_000;
const always = { from: 0, to: Date.parse("2027-01-01") };
const at = (date: string) => Date.parse(`${date}T12:00:00Z`);

test("growth reads as it was written", async () => {
  for (const growth of [noGrowth, madeUpGrowth({ imports: 3, posts: 4, readings: 5 })])
    expect(await decodeGrowth(encodeGrowth(growth))).toEqual(growth);
});

/** As the version before weeks were cut in time zones has kept it. */
const older = (imports: object[]) =>
  deflateRawSync(
    JSON.stringify({
      version: 1,
      ...noGrowth,
      exports: {
        imports,
        firstDay: at("2026-05-01") / day - 0.5,
        stayed: [1, 0, 2],
        left: [0, 3, 0],
        gaps: [],
        undated: 5,
        cohorts: [],
      },
    }),
  );

test("what an older version has kept is read until it is computed anew", async () => {
  const growth = await decodeGrowth([
    older([
      { takenAt: at("2026-06-05"), followers: 9, left: null },
      { takenAt: at("2026-07-05"), followers: null, isPart: true, left: null },
      { takenAt: at("2026-08-05"), followers: 8, left: 2 },
    ]),
  ]);
  const { exported, reconstructed } = followersSeries(growth);
  expect(exported.map(({ followers }) => followers)).toEqual([9, 8]);
  // Who was there at the first of several exports was not kept.
  expect(reconstructed).toEqual([]);
  expect(gainedBy("month", growth, always, "UTC").map(({ gained }) => gained)).toEqual([
    6, 0, 0, 0,
  ]);
  expect(leftBetween(growth, always)).toMatchObject([
    { from: at("2026-06-05"), to: at("2026-08-05"), left: 2 },
  ]);
  expect(survivalByMonth(growth, always, "UTC")).toMatchObject([{ came: 6, stayed: 3 }]);
});

test("of a single export, the line before it is known, too", async () => {
  const growth = await decodeGrowth([
    older([{ takenAt: at("2026-06-05"), followers: 8, left: null }]),
  ]);
  const { reconstructed } = followersSeries(growth);
  expect(reconstructed.map(({ followers }) => followers).slice(0, 4)).toEqual([6, 6, 8, 8]);
});
