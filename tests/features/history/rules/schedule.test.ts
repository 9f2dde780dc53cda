import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPostDue, nextReadingAt, refreshAt, refreshState } from "~/features/history/schedule";
import { shareOf } from "~/platform/values/share-of";

const day = 86_400_000;

const hour = 3_600_000;

const now = Date.UTC(2026, 5, 1);

describe("the schedule", () => {
  const connections = Array.from({ length: 2_000 }, (_, at) => `connection-${at}`);

  test("spreads connections evenly over the day, each always at its time", () => {
    const perHour = new Array<number>(24).fill(0);
    for (const connection of connections) {
      const next = nextReadingAt(connection, now);
      const at = new Date(next).getUTCHours();
      perHour[at] = (perHour[at] ?? 0) + 1;
      expect(nextReadingAt(connection, next)).toBe(next + day);
      expect(nextReadingAt(connection, next + 5 * hour)).toBe(next + day);
    }
    expect(Math.min(...perHour)).toBeGreaterThan(50);
    expect(Math.max(...perHour)).toBeLessThan(125);
  });

  test("reads next an hour after a reading at the earliest, and 25 at the latest", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 10 * day }), (connection, later) => {
        const gap = nextReadingAt(connection, now + later) - (now + later);
        expect(gap).toBeGreaterThanOrEqual(hour);
        expect(gap).toBeLessThanOrEqual(25 * hour);
      }),
    );
  });

  test("refreshes tokens of 60 days between day 30 and day 50, spread", () => {
    const token = { obtainedAt: now, expiresAt: now + 5_183_944_000 };
    const days = connections.map((name) => (refreshAt(token, shareOf(name)) - now) / day);
    expect(Math.min(...days)).toBeGreaterThanOrEqual(30);
    expect(Math.max(...days)).toBeLessThanOrEqual(50);
    for (let from = 30; from < 50; from += 5)
      expect(days.filter((at) => at >= from && at < from + 5).length).toBeGreaterThan(400);
  });

  test.each([
    ["young", 60, 0, 29, "not-yet"],
    ["at day 30, drawn early", 60, 0, 30, "due"],
    ["at day 49, drawn late", 60, 0.999, 49, "not-yet"],
    ["at day 50, drawn late", 60, 0.999, 50, "due"],
    ["a day before a short life ends", 20, 0.5, 19, "due"],
    ["too young for Instagram", 1.5, 0.5, 0.9, "not-yet"],
    ["old enough, though short", 1.5, 0.5, 1, "due"],
    ["expired", 60, 0, 60, "lost"],
  ])("%s", (_, lifetime, share, age, state) => {
    const token = { obtainedAt: now, expiresAt: now + lifetime * day };
    expect(refreshState(token, share, now + age * day)).toBe(state);
  });

  test.each([
    ["never read", 400, null, true],
    ["young, read today", 2, 0.3, false],
    ["young, read yesterday", 2, 0.97, true],
    ["old, read yesterday", 31, 1, false],
    ["old, read six days ago", 31, 6, false],
    ["old, read a week ago", 31, 6.98, true],
  ])("a post: %s", (_, age, read, due) => {
    const readAt = read === null ? null : now - read * day;
    expect(isPostDue({ postedAt: now - age * day, readAt }, now)).toBe(due);
  });
});
