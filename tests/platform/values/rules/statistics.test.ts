import { expect, test } from "vitest";
import { chanceOfHeads } from "~/platform/values/statistics";

test.each([
  [0, 0, 1],
  [0, 7, 1],
  [1, 1, 0.5],
  [2, 3, 0.5],
  [7, 10, 0.171875],
  [11, 10, 0],
  // Above 1,074 throws, one half to the power of them is no number above 0 any more.
  [500, 1_000, 0.5126],
  [538, 1_075, 0.5],
  [1_500, 3_000, 0.5073],
  [1_560, 3_000, 0.0149],
])("at least %i heads in %i throws", (atLeast, count, chance) => {
  expect(chanceOfHeads(atLeast, count)).toBeCloseTo(chance, 4);
});
