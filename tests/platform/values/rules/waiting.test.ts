import { expect, test } from "vitest";
import { waitInWords } from "~/platform/values/waiting";

test.each([
  [1, "1 second"],
  [1_000, "1 second"],
  [1_001, "2 seconds"],
  [59_000, "59 seconds"],
  [59_001, "1 minute"],
  [60_000, "1 minute"],
  [60_001, "2 minutes"],
  [899_000, "15 minutes"],
  [3_599_400, "1 hour"],
  [3_600_000, "1 hour"],
])("%i ms: %s", (milliseconds, words) => {
  expect(waitInWords(milliseconds)).toBe(words);
});
