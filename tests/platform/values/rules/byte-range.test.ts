import { expect, test } from "vitest";
import { parseByteRange } from "~/platform/values/byte-range";

test.each([
  ["bytes=0-99", { start: 0, end: 99 }],
  ["bytes=0-0", { start: 0, end: 0 }],
  ["BYTES=10-", { start: 10, end: 999 }],
  ["bytes=990-5000", { start: 990, end: 999 }],
  ["bytes=-100", { start: 900, end: 999 }],
  ["bytes=-5000", { start: 0, end: 999 }],
  ["bytes=999-", { start: 999, end: 999 }],
  ["bytes=1000-", "unsatisfiable"],
  ["bytes=1000-1001", "unsatisfiable"],
  [`bytes=${"9".repeat(400)}-`, "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=5-4", undefined],
  ["bytes=-", undefined],
  ["bytes=0-1,5-6", undefined],
  ["bytes=a-b", undefined],
  ["bytes=1.5-2", undefined],
  ["items=0-1", undefined],
  ["", undefined],
] as const)("the range '%s' of 1000 bytes", (header, expected) => {
  expect(parseByteRange(header, 1_000)).toEqual(expected);
});
