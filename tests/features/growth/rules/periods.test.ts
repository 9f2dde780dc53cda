import { expect, test } from "vitest";
import { nextStart, type PeriodKind, periodStart } from "~/features/growth/rules/periods";

test.each<[string, PeriodKind, string]>([
  // Summer time skips the midnight with which these begin.
  ["America/Asuncion", "month", "2023-10-01T04:00"],
  ["America/Havana", "month", "2012-04-01T05:00"],
])(
  "a period in %s that begins later than at midnight has one before and one after",
  (zone, kind, begins) => {
    const start = Date.parse(`${begins}Z`);
    expect(periodStart(kind, start + 86_400_000, zone)).toBe(start);
    expect(nextStart(kind, start - 86_400_000, zone)).toBe(start);
    expect(nextStart(kind, start, zone)).toBeGreaterThan(start);
    expect(periodStart(kind, start - 1, zone)).toBeLessThan(start);
  },
);
