import { expect, test } from "vitest";
import { mayBeRoundedDown, parseShownCount } from "~/features/history/shown-count";
import { takenAtOf } from "~/features/history/taken-at";

const unknown = { packedBefore: null, newestFollowAt: null };

test.each([
  ["", undefined],
  ["  ", undefined],
  ["0", 0],
  ["222", 222],
  ["1,361", 1_361],
  ["1.361", 1_361],
  ["1 361", 1_361],
  ["1’361", 1_361],
  ["102,497", 102_497],
  ["1,234,567", 1_234_567],
  ["12.3K", 12_300],
  ["12,3k", 12_300],
  ["2M", 2_000_000],
  ["1.2 m", 1_200_000],
  // As Instagram shows it in the languages of this app.
  ["1,2 Mio.", 1_200_000],
  ["12,3 Tsd.", 12_300],
  ["12,3 k", 12_300],
  ["12,3\u00a0mil", 12_300],
  ["1,2 mi", 1_200_000],
  ["12,3 mila", 12_300],
  ["1,2 Mln", 1_200_000],
  ["12.3 ألف", 12_300],
  ["3 آلاف", 3_000],
  ["\u200f١٢٫٣ ألف", 12_300],
  ["١٬٣٦١", 1_361],
  ["1.2 مليون", 1_200_000],
])("'%s' followers are %s", (text, count) => {
  expect(parseShownCount(text)).toBe(count);
});

test.each([
  "many",
  "12 B",
  "1,2 mil.",
  "-5",
  "1,36",
  "12.34K",
  "1e6",
  "0x10",
  "99999999999",
  "5 followers",
])("'%s' is no number of followers", (text) => expect(parseShownCount(text)).toBeNaN());

test.each([
  ["12.3K", true],
  ["12300", true],
  ["1.2M", true],
  ["10 آلاف", true],
  ["1.2万", true],
  ["900", false],
  ["3,000", false],
  ["9.900", false],
  ["1,361", false],
  ["12,349", false],
])("'%s' may have been rounded down by Instagram: %s", (text, isRounded) =>
  expect(mayBeRoundedDown(parseShownCount(text) ?? Number.NaN)).toBe(isRounded),
);

const at = (text: string) => Date.parse(text);
const uploadedAt = at("2026-05-12T08:00:00Z");
const entry = at("2026-05-11T06:00:00Z");
const named = at("2026-05-10");

test.each([
  ["the field", "2026-05-01T10:00:00Z", entry, named, at("2026-05-01T10:00:00Z")],
  ["the field with an offset", "2026-05-01T10:00:00+02:00", entry, named, at("2026-05-01T08:00Z")],
  ["the field without one, as UTC", "2026-05-01T10:00", entry, named, at("2026-05-01T10:00Z")],
  ["the newest entry", undefined, entry, named, entry],
  ["the date in the name", undefined, null, named, named],
  ["the upload", undefined, null, null, uploadedAt],
  ["no field from before 2010", "2009-12-31T23:59:59Z", entry, named, entry],
  ["no entry from before 2010", undefined, at("1980-01-01"), named, named],
  ["no field that is no ISO 8601", "May 1, 2026", entry, named, entry],
  ["nothing later than the upload", "2026-05-13", entry, named, uploadedAt],
  ["no entry later than the upload", undefined, at("2026-05-13"), named, uploadedAt],
])("an export was taken at %s", (_, field, newestEntryAt, namedAt, expected) => {
  expect(takenAtOf({ ...unknown, field, newestEntryAt, namedAt, uploadedAt })).toBe(expected);
});
