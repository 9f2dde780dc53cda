import { describe, expect, test } from "vitest";
import { isTooLate, lastTurn, nextTurn } from "~/features/account/letter-days";

const at = (text: string) => Date.parse(text);
const shown = ({ monday, at: time }: { monday: string; at: number }) =>
  `${monday} ${new Date(time).toISOString().slice(0, 16)}`;

describe("the next letter comes on the Monday morning of the time zone", () => {
  test.each([
    // A Sunday evening in UTC is Monday in Tokyo.
    ["2026-11-22T20:00Z", "UTC", 0, "2026-11-23 2026-11-23T06:00"],
    ["2026-11-22T20:00Z", "Asia/Tokyo", 0, "2026-11-23 2026-11-22T21:00"],
    ["2026-11-22T22:00Z", "Asia/Tokyo", 0, "2026-11-30 2026-11-29T21:00"],
    ["2026-11-23T12:00Z", "America/Los_Angeles", 0, "2026-11-23 2026-11-23T14:00"],
    ["2026-11-23T06:00Z", "UTC", 0, "2026-11-30 2026-11-30T06:00"],
    ["2026-11-23T05:59Z", "UTC", 0, "2026-11-23 2026-11-23T06:00"],
    ["2026-11-23T05:00Z", "UTC", 0.5, "2026-11-23 2026-11-23T08:00"],
    ["2026-11-23T05:00Z", "UTC", 0.9999999, "2026-11-23 2026-11-23T09:59"],
    ["2026-11-25T05:00Z", "Asia/Kathmandu", 0, "2026-11-30 2026-11-30T00:15"],
    ["2026-11-25T05:00Z", "Pacific/Kiritimati", 0, "2026-11-30 2026-11-29T16:00"],
    ["2026-11-25T05:00Z", "Pacific/Pago_Pago", 0, "2026-11-30 2026-11-30T17:00"],
    // Summer time began on Sunday, 29 March 2026, and ends on Sunday, 25 October 2026.
    ["2026-03-28T12:00Z", "Europe/Berlin", 0, "2026-03-30 2026-03-30T04:00"],
    ["2026-03-22T12:00Z", "Europe/Berlin", 0, "2026-03-23 2026-03-23T05:00"],
    ["2026-10-24T12:00Z", "Europe/Berlin", 0, "2026-10-26 2026-10-26T05:00"],
    // A year's end.
    ["2026-12-31T12:00Z", "UTC", 0, "2027-01-04 2027-01-04T06:00"],
  ])("at %s in %s (share %d): %s", (now, zone, share, expected) => {
    expect(shown(nextTurn(at(now), zone, share))).toBe(expected);
  });
});

test.each([
  ["2026-11-23T05:59Z", "UTC", "2026-11-16 2026-11-16T06:00"],
  ["2026-11-23T06:00Z", "UTC", "2026-11-23 2026-11-23T06:00"],
  ["2026-11-29T23:59Z", "UTC", "2026-11-23 2026-11-23T06:00"],
  ["2026-11-22T21:00Z", "Asia/Tokyo", "2026-11-23 2026-11-22T21:00"],
])("at %s in %s the last was %s", (now, zone, expected) => {
  expect(shown(lastTurn(at(now), zone, 0))).toBe(expected);
});

test("who moves to another time zone gets no second letter for the same Monday", () => {
  const inTokyo = nextTurn(at("2026-11-22T20:00Z"), "Asia/Tokyo", 0);
  const after = at("2026-11-22T23:00Z");
  expect(nextTurn(after, "America/Los_Angeles", 0).monday).toBe(inTokyo.monday);
  expect(nextTurn(after, "America/Los_Angeles", 0, inTokyo.monday).monday).toBe("2026-11-30");
});

test.each([
  ["2026-11-24T06:00Z", false],
  ["2026-11-24T06:01Z", true],
])("a letter of Monday, six o'clock, is too late at %s: %s", (now, expected) => {
  expect(isTooLate(lastTurn(at("2026-11-23T06:00Z"), "UTC", 0), at(now))).toBe(expected);
});

test("every turn of every zone is on a Monday between six and ten", () => {
  const zones = Intl.supportedValuesOf("timeZone");
  expect(zones.length).toBeGreaterThan(300);
  for (const [index, timeZone] of zones.entries()) {
    const { at: time } = nextTurn(at("2026-11-25T05:00Z"), timeZone, (index % 100) / 100);
    const clock = new Intl.DateTimeFormat("en-GB", { timeZone, weekday: "long", hour: "2-digit" });
    expect(clock.format(time)).toMatch(/^Monday(?: at|,)? 0[6-9]$/);
  }
});
