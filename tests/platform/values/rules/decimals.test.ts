import { expect, test } from "vitest";
import { rateAsPercent, shareAsPercent, wholePercent } from "~/platform/values/decimals";

test.each([
  [0, "0%"],
  [0.04, "0.1%"],
  [(1 / 300) * 100, "0.3%"],
  [0.5, "1%"],
  [49.5, "50%"],
  [99, "99%"],
  [(499 / 500) * 100, "99.8%"],
  [(2_499 / 2_500) * 100, "99.9%"],
  [100, "100%"],
])("%d of a hundred are %s: all of them alone are 100, and none alone is 0", (percent, text) => {
  expect(shareAsPercent(percent)).toBe(text);
  expect(`${wholePercent(percent)}%`).toBe(text);
});

test.each([
  [0, "0.00%"],
  [0.004, "0.004%"],
  [0.0000042, "0.000004%"],
  [0.042, "0.04%"],
  [3.456, "3.46%"],
])("a rate of %d percent is %s: none above 0 is written as 0", (percent, text) => {
  expect(rateAsPercent(percent)).toBe(text);
});
