import { describe, expect, test } from "vitest";
import {
  askableDays,
  countsOfInstagram,
  dateAt,
  dateOfDay,
  daysOfReading,
  daysToCount,
  isAudienceDue,
  type KeptCounts,
  noCounts,
  noteDay,
} from "~/features/history/instagram-counts";

const hour = 3_600_000;
const day = 24 * hour;
const at = (text: string) => Date.parse(text);
const reachUntil = (text: string) => [{ endsAt: at(text), reach: 1 }];

describe("Instagram's days", () => {
  test.each([
    // Pacific time ends on Nov 1, 2026.
    ["as reach says, in winter", "2026-11-23T10:00Z", "2026-11-22T08:00Z", "2026-11-22T08:00Z"],
    [
      "as reach says, across the change",
      "2026-11-03T10:00Z",
      "2026-11-01T07:00Z",
      "2026-11-02T08:00Z",
    ],
    ["always at 07:00", "2026-11-23T10:00Z", "2026-11-22T07:00Z", "2026-11-22T07:00Z"],
    ["at midnight", "2026-11-23T10:00Z", "2026-11-22T00:00Z", "2026-11-22T00:00Z"],
    ["east of UTC", "2026-11-23T10:00Z", "2026-11-21T22:00Z", "2026-11-21T22:00Z"],
    ["of a day that ends just now", "2026-11-23T07:00Z", "2026-11-22T07:00Z", "2026-11-22T07:00Z"],
    ["of one that ends in a moment", "2026-11-23T06:59Z", "2026-11-22T07:00Z", "2026-11-21T07:00Z"],
  ])("%s", (_, now, reachEnds, lastBegins) => {
    const [last, ...others] = askableDays(at(now), reachUntil(reachEnds));
    expect(last?.startsAt).toBe(at(lastBegins));
    expect(last?.endsAt).toBeLessThanOrEqual(at(now));
    for (const [index, one] of others.entries())
      expect(one.endsAt).toBe([last, ...others][index]?.startsAt);
    // Of 90 days, the first one may lie before them in part.
    expect([88, 89]).toContain(others.length);
  });

  /** Days that ended at these times, oldest first. */
  const ended = (...times: string[]) => times.map((time) => ({ endsAt: at(time) }));
  /** So many days that ended at one hour. */
  const endedDaily = (last: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ endsAt: at(last) - (count - 1 - index) * day }));

  test.each([
    [
      "at one hour, in summer",
      ended("2027-03-13T07:00Z", "2027-03-14T07:00Z", "2027-03-15T07:00Z"),
      "2027-03-13T07:00Z",
    ],
    [
      "on the Pacific coast, in summer",
      ended("2027-03-13T08:00Z", "2027-03-14T08:00Z", "2027-03-15T07:00Z"),
      "2027-03-13T08:00Z",
    ],
    ["at one hour for years", endedDaily("2027-05-20T07:00Z", 700), "2027-03-13T07:00Z"],
    ["at one hour, all in summer", endedDaily("2027-05-20T07:00Z", 60), "2027-03-13T08:00Z"],
    [
      "on the Pacific coast, once at another hour",
      ended("2027-03-13T08:00Z", "2027-04-01T00:00Z", "2027-05-20T07:00Z"),
      "2027-03-13T08:00Z",
    ],
    [
      "on the Pacific coast, but long ago at one hour",
      ended("2027-01-20T07:00Z", "2027-05-20T07:00Z"),
      "2027-03-13T08:00Z",
    ],
    [
      "at midnight, and once on the Pacific coast",
      ended("2027-03-13T08:00Z", "2027-05-20T00:00Z"),
      "2027-03-13T00:00Z",
    ],
  ])("of which reach has days that ended %s", (_, reach, ofMarch13) => {
    const beginnings = askableDays(at("2027-05-21T10:00Z"), reach).map(({ startsAt }) => startsAt);
    expect(beginnings).toContain(at(ofMarch13));
  });

  test("without reach begin at midnight on the Pacific coast", () => {
    const days = askableDays(at("2026-11-23T10:00Z"), []);
    expect(days[0]?.startsAt).toBe(at("2026-11-22T08:00Z"));
    expect(days.at(-1)?.startsAt).toBe(at("2026-08-26T07:00Z"));
    expect(days.filter(({ startsAt, endsAt }) => endsAt - startsAt !== day)).toEqual([
      { startsAt: at("2026-11-01T07:00Z"), endsAt: at("2026-11-02T08:00Z") },
    ]);
  });

  test.each([
    ["2026-11-22T07:59Z", 21],
    ["2026-11-22T08:00Z", 22],
    ["2026-11-22T23:59Z", 22],
    ["2026-11-23T07:59Z", 22],
  ])("%s lies in that of Nov %i", (moment, date) => {
    expect(dateAt(at(moment), []) * day).toBe(at(`2026-11-${date}T00:00Z`));
  });
});

const now = at("2026-11-23T10:00Z");
const days = askableDays(now, []);
const dates = (list: readonly { startsAt: number }[]) =>
  list.map(({ startsAt }) => new Date(dateOfDay(startsAt) * day).toISOString().slice(5, 10));
const counted = (kept: KeptCounts, list: typeof days, when = now) =>
  list.reduce((counts, one) => noteDay(counts, one, { followed: 2, left: 1 }, when), kept);

describe("a reading asks for", () => {
  test("the last day and one that no longer changes", () => {
    expect(dates(daysOfReading(noCounts, days, now))).toEqual(["11-22", "11-20"]);
  });
  test("the last day alone where all others are counted for good", () => {
    const all = counted(noCounts, days, now + 3 * day);
    expect(dates(daysOfReading(all, days, now))).toEqual(["11-22"]);
  });
  test("the day that was counted too early, when it no longer changes", () => {
    const before = counted(noCounts, days.slice(1), now - day);
    expect(dates(daysOfReading(before, days, now))).toEqual(["11-22", "11-20"]);
    expect(dates(daysToCount(before, days, now))).toEqual(["11-22", "11-20"]);
  });
});

test("each day is to be counted until it was, and once more where it could change", () => {
  const first = counted(noCounts, daysOfReading(noCounts, days, now));
  const left = daysToCount(first, days, now);
  expect(left).toHaveLength(days.length - 2);
  const all = counted(first, left);
  expect(daysToCount(all, days, now)).toEqual([]);
  expect(dates(daysToCount(all, days, now + 3 * day))).toEqual(["11-22", "11-21"]);
});

test("a day that is noted again stands there once, and one that Instagram has not is known to be missing", () => {
  const [last, before] = days;
  if (!last || !before) throw new Error("no days");
  const kept = noteDay(counted(noCounts, [last, before]), before, null, now);
  expect(countsOfInstagram({ ...kept, refusedAt: 5 })).toEqual({
    days: [
      { startsAt: before.startsAt, followed: null, left: null, mayChange: true },
      { startsAt: last.startsAt, followed: 2, left: 1, mayChange: true },
    ],
    isRefused: true,
    audience: null,
  });
  const settled = countsOfInstagram(counted(kept, [before], now + day))?.days;
  expect(settled?.map(({ mayChange }) => mayChange)).toEqual([undefined, true]);
  expect(noteDay({ ...kept, refusedAt: 5 }, last, null, now).refusedAt).toBeNull();
  expect(countsOfInstagram(noCounts)).toBeUndefined();
});

test("the audience is looked at once a week", () => {
  const audience = { country: null, city: null, age: null, gender: null, views: null };
  const asked = (askedAt: number) => ({
    ...noCounts,
    audience: { ...audience, askedAt, isRefused: false },
  });
  expect(isAudienceDue(noCounts, now)).toBe(true);
  expect(isAudienceDue(asked(now - 6 * day), now)).toBe(false);
  expect(isAudienceDue(asked(now - 6.6 * day), now)).toBe(true);
});
