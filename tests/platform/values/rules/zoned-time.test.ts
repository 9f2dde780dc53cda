import { expect, test } from "vitest";
import { everyCase } from "#tests/setup/cases";
import { nextStart, periodStart } from "~/features/growth/rules/periods";
import { shownAt, whenShown } from "~/platform/values/zoned-time";

const at = (text: string) => Date.parse(`${text}Z`);
const written = (time: number) => new Date(time).toISOString().slice(0, 16);

test.each([
  ["Europe/Berlin", "2026-07-01T00:00", "2026-06-30T22:00"],
  ["Asia/Kathmandu", "2026-07-01T00:00", "2026-06-30T18:15"],
  ["Pacific/Kiritimati", "2026-07-01T00:00", "2026-06-30T10:00"],
  // Summer time skips this hour: it is an hour later by then.
  ["Europe/Berlin", "2026-03-29T02:30", "2026-03-29T01:30"],
  ["America/New_York", "2026-03-08T02:30", "2026-03-08T07:30"],
  // It skips midnight: the day begins at one.
  ["Asia/Beirut", "2026-03-29T00:00", "2026-03-28T22:00"],
  ["America/Asuncion", "2023-10-01T00:00", "2023-10-01T04:00"],
  ["America/Havana", "2012-04-01T00:00", "2012-04-01T05:00"],
  ["America/Santiago", "2026-09-06T00:00", "2026-09-06T04:00"],
  ["Atlantic/Azores", "2026-03-29T00:00", "2026-03-29T01:00"],
  // It is shown twice: the first time.
  ["America/Havana", "2026-11-01T00:00", "2026-11-01T04:00"],
  ["Europe/Berlin", "2026-10-25T02:30", "2026-10-25T00:30"],
  // A day that there was not.
  ["Pacific/Apia", "2011-12-30T00:00", "2011-12-30T10:00"],
])("a clock in %s shows %s at %s", (zone, text, expected) => {
  expect(written(whenShown(at(text), zone))).toBe(expected);
});

/** In which these clocks are put forward and back. */
const changing = /^2012-(03|04|09|11)/;

test("a time that a clock shows is when it is shown", () => {
  for (const zone of ["America/Havana", "Asia/Gaza"])
    for (let hour = at("2011-12-31T00:30"); hour < at("2013-01-02T00:00"); hour += 3_600_000) {
      if (!everyCase && !changing.test(written(hour))) continue;
      const again = whenShown(shownAt(hour, zone), zone);
      expect(shownAt(again, zone)).toBe(shownAt(hour, zone));
      expect(again).toBeLessThanOrEqual(hour);
    }
});

test("months follow one another where summer time skips the midnight with which one begins", () => {
  for (const [zone, from, months] of [
    ["America/Asuncion", "2010-10-06T12:00", 194],
    ["America/Havana", "2010-10-06T12:00", 194],
  ] as const) {
    const starts = [periodStart("month", at(from), zone)];
    for (let last = starts[0] ?? 0; starts.length < months; starts.push(last))
      last = nextStart("month", last, zone);
    expect(new Set(starts.map((start) => written(shownAt(start, zone)).slice(0, 7))).size).toBe(
      months,
    );
  }
});

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
  expect(written(shownAt(whenShown(at(skipped), zone), zone))).toBe(later);
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
    expect(written(shownAt(whenShown(shown, zone), zone))).toBe(written(shown));
  }
});
