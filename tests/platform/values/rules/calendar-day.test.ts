import { expect, test } from "vitest";
import { startOfCalendarDay } from "~/platform/values/calendar-day";

test.each([
  ["2026-11-22", Date.UTC(2026, 10, 22)],
  ["2028-02-29", Date.UTC(2028, 1, 29)],
  ["2026-02-30", undefined],
  ["2026-02-29", undefined],
  ["2026-13-01", undefined],
  ["2026-1-1", undefined],
  ["2026-11-22T00:00", undefined],
  ["", undefined],
])("%j begins at %j", (text, expected) => {
  expect(startOfCalendarDay(text)).toBe(expected);
});
