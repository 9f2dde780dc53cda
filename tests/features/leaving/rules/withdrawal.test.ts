import fc from "fast-check";
import { expect, test } from "vitest";
import { parts } from "#content/read";
import { everyCase } from "#tests/setup/cases";
import { obligationsFor } from "~/features/leaving/rules/law";
import { betterPeriod, withdrawalPeriod } from "~/features/leaving/rules/withdrawal";

const laws = parts.law("content");
const at = (text: string) => Date.parse(`${text}Z`);
const from = at("2027-03-01T00:00");
/** From March on a second period begins at a renewal. */
const british = (time: number) =>
  time >= from
    ? { withdrawal: { days: 14, atRenewal: true }, zones: ["UTC"] }
    : { withdrawal: undefined, zones: ["UTC"] };
const monthly = (startedAt: string) => ({
  planCode: "ig_premium_one_month",
  startedAt: at(startedAt),
});

test.each<[string, string, string, { endsAt: string; renewedAt?: string }]>([
  ["in the first", "2027-03-05T10:00", "2027-03-06T00:00", { endsAt: "2027-03-20T00:00" }],
  ["after the first", "2027-03-05T10:00", "2027-03-20T00:00", { endsAt: "2027-03-20T00:00" }],
  [
    "at a renewal",
    "2027-03-05T10:00",
    "2027-04-05T10:00",
    { endsAt: "2027-04-20T00:00", renewedAt: "2027-04-05T10:00" },
  ],
  [
    "at the month's last day",
    "2027-12-31T10:00",
    "2028-03-01T00:00",
    { endsAt: "2028-03-15T00:00", renewedAt: "2028-02-29T10:00" },
  ],
  // The term was renewed before the rule began.
  [
    "renewed before the rule",
    "2027-01-20T10:00",
    "2027-03-02T00:00",
    { endsAt: "2027-02-04T00:00" },
  ],
  [
    "renewed on its first day",
    "2027-02-01T00:00",
    "2027-03-01T00:00",
    { endsAt: "2027-03-16T00:00", renewedAt: "2027-03-01T00:00" },
  ],
])("%s", (_, startedAt, now, { endsAt, renewedAt }) => {
  expect(withdrawalPeriod(monthly(startedAt), at(now), british)).toEqual({
    endsAt: at(endsAt),
    ...(renewedAt !== undefined && { renewedAt: at(renewedAt) }),
  });
});

test("declared between two periods it is none of the one that began with a renewal since", () => {
  const subscription = { ...monthly("2027-03-05T10:00"), renewsAt: at("2027-05-05T10:00") };
  const [declaredAt, now] = [at("2027-03-25T00:00"), at("2027-04-06T00:00")];
  const first = { endsAt: at("2027-03-20T00:00") };
  expect(withdrawalPeriod(subscription, declaredAt, british, now)).toEqual(first);
});

test("a term that is longer than the plan's has not been renewed", () => {
  const yearly = { planCode: "ig_weekly", startedAt: at("2027-03-05T10:00") };
  const first = { endsAt: at("2027-03-20T00:00") };
  const subscription = { ...yearly, renewsAt: at("2028-03-05T10:00") };
  expect(withdrawalPeriod(subscription, at("2027-06-01T00:00"), british)).toEqual(first);
});

const weekly = { planCode: "ig_weekly", startedAt: at("2027-03-05T10:00") };
const expired = { ...weekly, status: "expired" };
const ended = { ...expired, endsAt: at("2027-04-02T10:00") };

test.each<[string, Parameters<typeof withdrawalPeriod>[0], string, object]>([
  [
    "in its first term",
    { ...monthly("2027-03-05T10:00"), status: "expired", endsAt: at("2027-04-05T10:00") },
    "2027-06-12T00:00",
    { endsAt: at("2027-03-20T00:00") },
  ],
  [
    "after renewals: the last of them is meant",
    ended,
    "2027-04-20T00:00",
    { endsAt: at("2027-04-10T00:00"), renewedAt: at("2027-03-26T10:00") },
  ],
  [
    "and the last renewals' periods run: from the earlier of them",
    ended,
    "2027-04-02T23:00",
    { endsAt: at("2027-04-10T00:00"), renewedAt: at("2027-03-19T10:00") },
  ],
  ["nobody says when", expired, "2027-04-20T00:00", { endsAt: at("2027-03-20T00:00") }],
  [
    "nobody says when, and it was seen running as that was declared",
    { ...expired, ranAt: at("2027-04-10T00:00") },
    "2027-04-10T00:00",
    { endsAt: at("2027-04-24T00:00"), renewedAt: at("2027-04-02T10:00") },
  ],
])("none begins with a renewal that never came: it has ended %s", (_, one, time, expected) => {
  for (const status of one.endsAt === undefined ? ["expired"] : ["expired", "canceled"])
    expect(withdrawalPeriod({ ...one, status }, at(time), british)).toEqual(expected);
});

test("its own word for the next end takes no period from one that is active", () => {
  const active = { ...ended, status: "active" };
  expect(withdrawalPeriod(active, at("2027-04-10T00:00"), british)).toEqual({
    endsAt: at("2027-04-24T00:00"),
    renewedAt: at("2027-04-02T10:00"),
  });
});

test.each([
  ["ig_weekly", "2027-04-10T00:00", "2027-04-02T10:00", "2027-04-24T00:00"],
  // The end of the trial is a renewal, too.
  ["ig_x_1week_3d_trial", "2027-03-22T12:00", "2027-03-08T10:00", "2027-04-06T00:00"],
  // Billing has charged the next term.
  ["ig_weekly", "2027-04-08T22:00", "2027-03-26T10:00", "2027-04-24T00:00", "2027-04-16T10:00"],
])("%s: of several renewals whose periods run on %s it goes back to the earliest", (...row) => {
  const [planCode, time, renewedAt, endsAt, renewsAt] = row;
  const one = { ...weekly, planCode, ...(renewsAt !== undefined && { renewsAt: at(renewsAt) }) };
  expect(withdrawalPeriod(one, at(time), british)).toEqual({
    endsAt: at(endsAt),
    renewedAt: at(renewedAt),
  });
});

test("of the periods of two places the one that gives more counts", () => {
  const [begun, renewed] = [{ endsAt: 10 }, { endsAt: 20, renewedAt: 5 }];
  for (const [time, expected] of [
    [9, begun],
    [10, renewed],
    [20, renewed],
  ] as const) {
    expect(betterPeriod(begun, renewed, time)).toBe(expected);
    expect(betterPeriod(renewed, begun, time)).toBe(expected);
  }
});

test("where nothing is said of renewals, there is but the first", () => {
  const german = () => ({ withdrawal: { days: 14 }, zones: ["Europe/Berlin"] });
  expect(withdrawalPeriod(monthly("2027-03-05T10:00"), at("2027-04-06T00:00"), german)).toEqual({
    endsAt: at("2027-03-20T00:00"),
  });
});

test.each<[string, string, string, string]>([
  // The day in Berlin is another than in UTC, and the clock there is an hour ahead.
  ["late in the evening", "2026-11-22T23:30", "Europe/Berlin", "2026-12-07T23:00"],
  ["by day", "2026-11-22T10:00", "Europe/Berlin", "2026-12-07T00:00"],
  ["over the end of summer time", "2026-10-20T22:30", "Europe/Berlin", "2026-11-04T23:00"],
  ["in California", "2026-11-22T10:00", "America/Los_Angeles", "2026-12-07T08:00"],
])(
  "%s the last day ends by the clock of the place, or by UTC if that is later",
  (_, startedAt, zone, endsAt) => {
    const law = () => ({ withdrawal: { days: 14 }, zones: [zone] });
    expect(withdrawalPeriod(monthly(startedAt), at(startedAt), law).endsAt).toBe(at(endsAt));
  },
);

const endIn = (place: string | null, startedAt: string) =>
  withdrawalPeriod(monthly(startedAt), at(startedAt), (time) =>
    obligationsFor(laws, place, noPlan, new Date(time).toISOString().slice(0, 10)),
  ).endsAt;
const noPlan = { term: 0, trial: 0 };

test.each<[string, string | null, string, string]>([
  ["in a union of several clocks", "PT", "2026-11-22T23:30", "2026-12-07T23:30"],
  ["in a country with regions overseas", "FR", "2026-11-22T23:30", "2026-12-07T23:30"],
  ["in a country of several clocks", "US", "2026-11-22T10:00", "2026-12-07T10:00"],
  ["in a place without a rule", "BR", "2026-11-22T10:00", "2026-12-07T10:00"],
  ["where no place is known", null, "2026-11-22T10:00", "2026-12-07T10:00"],
  // Midnight in New York, where the clock is put back on November 1.
  [
    "where no place is known, over the end of summer time",
    null,
    "2026-10-25T04:00",
    "2026-11-09T05:00",
  ],
  ["in Berlin alone", "DE", "2026-11-22T10:00", "2026-12-07T00:00"],
])("%s the last day ends once it has ended by every clock", (_, place, startedAt, endsAt) => {
  expect(endIn(place, startedAt)).toBe(at(endsAt));
});

/** The day that a calendar shows there, ISO 8601. */
function dayIn(timeZone: string, time: number): string {
  const calendar = calendars.get(timeZone) ?? new Intl.DateTimeFormat("en-CA", { timeZone });
  calendars.set(timeZone, calendar);
  return calendar.format(time);
}
const calendars = new Map<string, Intl.DateTimeFormat>();

test("wherever somebody lives, the last day has ended by their own clock", () => {
  const wheres: [string | null, readonly string[]][] = [
    [null, Intl.supportedValuesOf("timeZone")],
    [
      "EU",
      [
        "Atlantic/Azores",
        "Atlantic/Canary",
        "Europe/Dublin",
        "Europe/Helsinki",
        "Asia/Nicosia",
        "America/Cayenne",
        "America/Guadeloupe",
        "Indian/Mayotte",
      ],
    ],
    ["FR", ["Europe/Paris", "America/Cayenne", "America/Guadeloupe", "Indian/Mayotte"]],
    [
      "US",
      [
        "America/Phoenix",
        "America/Boise",
        "America/Detroit",
        "America/Adak",
        "Pacific/Honolulu",
        "Pacific/Guam",
      ],
    ],
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...wheres).chain(([place, zones]) =>
        fc.record({
          place: fc.constant(place),
          zone: fc.constantFrom(...zones),
          // Whole quarters of an hour, where midnights are.
          quarter: fc.integer({ min: 0, max: 3 * 365 * 96 }),
        }),
      ),
      ({ place, zone, quarter }) => {
        const startedAt = Date.UTC(2026, 0, 1) + quarter * 900_000;
        const last = Date.parse(dayIn(zone, startedAt)) + 14 * 86_400_000;
        const ends = endIn(place, new Date(startedAt).toISOString().slice(0, -1));
        expect(Date.parse(dayIn(zone, ends))).toBeGreaterThan(last);
      },
    ),
    { numRuns: everyCase ? 2_000 : 300 },
  );
});
