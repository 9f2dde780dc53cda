import { expect, test } from "vitest";
import { checkCount } from "~/features/history/count-check";
import { allTime } from "~/features/history/history";

const hour = 3_600;
const taken = 1_777_593_600;
const counts = { followers: 1_298, following: 3, skipped: 0 };
const one = { takenAt: taken * 1_000, window: allTime, account: "ana", counts };
const at = (hours: number, followers: number) => ({ at: taken + hours * hour, followers });

const found = (followerCounts: { at: number; followers: number }[], more: object = {}) =>
  checkCount({ ...one, ...more }, { username: "Ana", followerCounts });

test.each<[string, number, string]>([
  ["deactivated accounts", 1_361, "hidden"],
  ["one of them", 1_299, "hidden"],
  ["as many", 1_298, "same"],
  ["fewer", 1_297, "fewer"],
  ["5 %", 1_366, "hidden"],
  ["more than 5 %", 1_367, "many"],
  ["far more", 9_000, "many"],
])("%s: %d counted is '%s'", (_, counted, finding) => {
  expect(found([at(5, counted)])).toEqual({
    finding,
    counted,
    countedAt: (taken + 5 * hour) * 1_000,
    listed: 1_298,
  });
});

test("of few followers, three may be hidden", () => {
  const few = { counts: { ...counts, followers: 10 } };
  expect(found([at(0, 13)], few)).toMatchObject({ finding: "hidden" });
  expect(found([at(0, 14)], few)).toMatchObject({ finding: "many" });
});

test("the nearest count of within two days counts", () => {
  expect(found([at(-49, 1), at(-30, 2), at(20, 3), at(47, 4)])).toMatchObject({ counted: 3 });
  expect(found([at(-48, 2)])).toMatchObject({ counted: 2 });
  expect(found([at(-49, 1), at(49, 4)])).toBeUndefined();
  expect(found([])).toBeUndefined();
});

test("a list that does not cover all time is no sign of deactivated accounts", () => {
  expect(found([at(0, 1_361)], { window: { from: 5, to: 1e12 } })).toMatchObject({
    finding: "partial",
  });
});

test("another account's count says nothing", () => {
  expect(found([at(0, 1_361)], { account: "ben" })).toBeUndefined();
  expect(found([at(0, 1_361)], { account: null })).toMatchObject({ finding: "hidden" });
});
