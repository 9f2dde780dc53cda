import { describe, expect, test } from "vitest";
import { endOfOriginalDay } from "~/features/export/name-date";
import { takenAtOf } from "~/features/history/taken-at";

const at = Date.parse;
const none = {
  field: undefined,
  packedBefore: null,
  newestEntryAt: null,
  namedAt: null,
  uploadedAt: at("2026-08-01T00:00:00Z"),
  newestFollowAt: null,
};
const packed = {
  packedBefore: at("2026-05-11T23:59:59.999Z"),
  newestEntryAt: at("2026-07-10T08:00:00Z"),
  namedAt: at("2026-05-11"),
};

describe("the time when an export was taken (docs/product.md#when-it-was-taken)", () => {
  test.each<[string, Partial<Parameters<typeof takenAtOf>[0]>, string]>([
    ["the field", { ...packed, field: "2026-05-12T10:00:00Z" }, "2026-05-12T10:00:00.000Z"],
    ["the end of the day, packed anew", packed, "2026-05-11T23:59:59.999Z"],
    [
      "the same, where the last followed in a zone behind UTC",
      { ...packed, newestFollowAt: at("2026-05-12T13:00:00Z") },
      "2026-05-11T23:59:59.999Z",
    ],
    [
      "the newest entry, where somebody followed after that day",
      { ...packed, newestFollowAt: at("2026-06-12T13:00:00Z") },
      "2026-07-10T08:00:00.000Z",
    ],
    ["the newest entry", { ...packed, packedBefore: null }, "2026-07-10T08:00:00.000Z"],
    ["the name", { namedAt: at("2026-05-11") }, "2026-05-11T00:00:00.000Z"],
    ["the upload", {}, "2026-08-01T00:00:00.000Z"],
    ["no later than the upload", { newestEntryAt: at("2027-01-01") }, "2026-08-01T00:00:00.000Z"],
  ])("%s", (_, dates, expected) => {
    expect(new Date(takenAtOf({ ...none, ...dates })).toISOString()).toBe(expected);
  });
});

test.each<[string, string[], string | undefined]>([
  ["three days after the day in its name", ["2026-07-06"], undefined],
  ["later than that", ["2026-07-05"], "2026-07-05T23:59:59.999Z"],
  ["with several days in its names", ["2026-07-05", "2026-05-11"], "2026-05-11T23:59:59.999Z"],
  ["with no day in its name", [], undefined],
  ["before the day in its name", ["2026-08-11"], undefined],
])("a ZIP was packed anew: %s", (_, days, expected) => {
  const end = endOfOriginalDay(at("2026-07-09T23:59:59.999Z"), days.map(at));
  expect(end && new Date(end).toISOString()).toBe(expected);
});
