import { expect, test } from "vitest";
import { shownAt, whenShown } from "~/platform/values/zoned-time";

const at = (text: string) => Date.parse(`${text}Z`);
const text = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 16);

test.each([
  // East and west of Greenwich, at midnight and later, by half an hour, and by a whole day.
  ["Europe/Berlin", "2026-03-29T02:30", "2026-03-29T03:30"],
  ["America/New_York", "2026-03-08T02:30", "2026-03-08T03:30"],
  ["Africa/Cairo", "2026-04-24T00:00", "2026-04-24T01:00"],
  ["Atlantic/Azores", "2026-03-29T00:00", "2026-03-29T01:00"],
  ["America/Santiago", "2026-09-06T00:00", "2026-09-06T01:00"],
  ["America/Asuncion", "2023-10-01T00:00", "2023-10-01T01:00"],
  ["Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-04T02:45"],
  ["Pacific/Apia", "2011-12-30T00:00", "2011-12-31T00:00"],
])("where summer time skips a time of %s, it is the later one", (zone, skipped, later) => {
  expect(text(shownAt(whenShown(at(skipped), zone), zone))).toBe(later);
});

test.each([
  ["Europe/Berlin", "2026-10-25"],
  ["America/New_York", "2026-11-01"],
  ["America/Santiago", "2026-09-06"],
  ["Atlantic/Azores", "2026-03-29"],
  ["Asia/Kathmandu", "2026-06-01"],
])("what a clock shows in %s around %s is shown then", (zone, date) => {
  for (let minutes = -1_440; minutes < 2_880; minutes += 15) {
    const shown = shownAt(at(`${date}T00:00`) + minutes * 60_000, zone);
    expect(text(shownAt(whenShown(shown, zone), zone))).toBe(text(shown));
  }
});
