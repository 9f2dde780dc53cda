import { describe, expect, test } from "vitest";
import { nextMorning } from "~/features/account/letter-days";
import { reminderStep } from "~/features/letters/rules/reminder";

const at = (text: string) => Date.parse(text);
const morning = { timeZone: "UTC", share: 0 };
const one = (id: string, startedAt: string, state: "used" | "held" | "discarded" = "used") => ({
  ...{ id, state, startedAt: at(startedAt), takenAt: at(startedAt) },
});
const step = (now: string, imports: ReturnType<typeof one>[], remindedOf: string | null = null) =>
  reminderStep(imports, { remindedOf }, { ...morning, now: at(now) });

describe("a reminder", () => {
  const first = one("a", "2026-10-01T15:00Z");

  test("is due on the first morning on which the newest import is 30 days old", () => {
    expect(step("2026-10-30T12:00Z", [first])).toEqual({ lookAt: at("2026-11-01T06:00Z") });
    expect(step("2026-11-01T05:59Z", [first])).toEqual({ lookAt: at("2026-11-01T06:00Z") });
    expect(step("2026-11-01T06:00Z", [first])).toEqual({ remind: first });
    expect(step("2027-03-01T12:00Z", [first])).toEqual({ remind: first });
  });

  test("comes once for each import; a newer one is looked for every week", () => {
    expect(step("2026-11-01T06:00Z", [first], "a")).toEqual({ lookAt: at("2026-11-08T06:00Z") });
    const second = one("b", "2026-11-03T09:00Z");
    expect(step("2026-12-05T06:00Z", [second, first], "a")).toEqual({ remind: second });
  });

  test("does not come of an older one when the newest was discarded", () => {
    const reminded = { remindedOf: "b", remindedFrom: at("2026-11-03T09:00Z") };
    const now = { ...morning, now: at("2026-12-05T06:00Z") };
    expect(reminderStep([first], reminded, now)).toEqual({ lookAt: at("2026-12-12T06:00Z") });
    const third = one("c", "2026-11-04T09:00Z");
    expect(reminderStep([first, third], reminded, now)).toEqual({ remind: third });
  });

  test("looks at least once a week, as a newer import puts it off", () => {
    expect(step("2026-10-01T16:00Z", [first])).toEqual({ lookAt: at("2026-10-09T06:00Z") });
    expect(step("2026-11-02T06:00Z", [first, one("b", "2026-10-20T09:00Z")])).toEqual({
      lookAt: at("2026-11-09T06:00Z"),
    });
  });

  test("is about none that was discarded, and nothing where nothing was imported", () => {
    expect(step("2026-11-02T06:00Z", [one("a", "2026-10-01T15:00Z", "discarded")])).toEqual({
      lookAt: at("2026-11-09T06:00Z"),
    });
    expect(step("2026-11-02T06:00Z", [])).toEqual({ lookAt: at("2026-11-09T06:00Z") });
    const held = one("h", "2026-10-01T15:00Z", "held");
    expect(step("2026-11-02T06:00Z", [held])).toEqual({ remind: held });
  });
});

test.each([
  ["before six", "2026-11-23T02:00Z", "Europe/Berlin", 0, "2026-11-23T05:00Z"],
  ["after it", "2026-11-23T05:00:01Z", "Europe/Berlin", 0, "2026-11-24T05:00Z"],
  ["later in the morning", "2026-11-23T06:00Z", "Europe/Berlin", 0.5, "2026-11-23T07:00Z"],
  ["across a change of clocks", "2026-03-28T12:00Z", "Europe/Berlin", 0, "2026-03-29T04:00Z"],
])("a morning: %s", (_, now, timeZone, share, expected) => {
  expect(nextMorning(at(now), timeZone, share)).toBe(at(expected));
});
