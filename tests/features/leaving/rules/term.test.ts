import fc from "fast-check";
import { expect, test } from "vitest";
import { startOfWishedDay, wishedDayIn } from "~/features/leaving/rules/public-declaration";
import {
  carryOutAt,
  chargeAfter,
  chargesOwedSince,
  endOnceCanceled,
  endWhenCanceled,
  renews as isRenewing,
  monthsAfter,
  renewalsUntil,
  termAt,
  termsBegun,
  withdrawalEndsAt,
} from "~/features/leaving/rules/term";

const at = (text: string) => Date.parse(`${text}${text.includes("T") ? "Z" : "T00:00:00Z"}`);
const shown = (time: number) => new Date(time).toISOString().slice(0, 16);
const of = (planCode: string, startedAt: string, more = {}) => ({
  planCode,
  startedAt: at(startedAt),
  ...more,
});

const weekly = "ig_x_1week_3d_trial";
const monthly = "ig_premium_one_month";

test.each<[plan: string, start: string, now: string, from: string, to: string]>([
  [weekly, "2026-11-01T10:00", "2026-11-02", "2026-11-01T10:00", "2026-11-04T10:00"],
  [weekly, "2026-11-01T10:00", "2026-11-04T10:00", "2026-11-04T10:00", "2026-11-11T10:00"],
  ["ig_1week", "2026-11-01T10:00", "2026-11-02", "2026-11-01T10:00", "2026-11-08T10:00"],
  [monthly, "2026-01-31T08:00", "2026-02-10", "2026-01-31T08:00", "2026-02-28T08:00"],
  [monthly, "2026-01-31T08:00", "2026-03-01", "2026-02-28T08:00", "2026-03-31T08:00"],
  [monthly, "2024-01-31T08:00", "2024-02-10", "2024-01-31T08:00", "2024-02-29T08:00"],
  ["ig_3month", "2026-01-01", "2026-04-01", "2026-03-26T00:00", "2026-06-18T00:00"],
  ["ig_1week", "2026-11-10", "2026-11-01", "2026-11-10T00:00", "2026-11-17T00:00"],
])("%s since %s: on %s the term is %s to %s", (plan, start, now, from, to) => {
  const { startsAt, endsAt } = termAt(of(plan, start), at(now));
  expect([shown(startsAt), shown(endsAt)]).toEqual([from, to]);
});

test("what the service says of renewal and end counts, and terms go on from there", () => {
  const subscription = of("ig_1week", "2026-11-01", { renewsAt: at("2026-11-10") });
  expect(shown(termAt(subscription, at("2026-11-09")).endsAt)).toBe("2026-11-10T00:00");
  expect(shown(termAt(subscription, at("2026-11-11")).endsAt)).toBe("2026-11-17T00:00");
});

test.each([
  ["ig_1week", "2026-11-01", "2026-11-29", "2026-11-09", "2026-11-08", "2026-11-15"],
  // Cut at the month's end, the day of a renewal stays what it was.
  [monthly, "2026-01-31", "2026-05-31", "2026-03-01", "2026-02-28", "2026-03-31"],
  [monthly, "2026-01-31", "2026-04-30", "2026-03-30", "2026-02-28", "2026-03-31"],
  [monthly, "2024-01-31", "2024-06-30", "2024-03-30", "2024-02-29", "2024-03-31"],
  // Where the service says another day than that of the start, it is that one.
  [monthly, "2026-01-15", "2026-04-30", "2026-03-30", "2026-03-30", "2026-04-30"],
  // The trial comes first.
  [weekly, "2026-11-01", "2026-11-18", "2026-11-02", "2026-11-01", "2026-11-04"],
  [weekly, "2026-11-01", "2026-11-18", "2026-10-20", "2026-11-01", "2026-11-04"],
])("%s since %s that renews on %s: on %s the term was %s to %s", (...row) => {
  const [plan, start, renews, now, from, to] = row;
  const { startsAt, endsAt } = termAt(
    of(plan, start, { renewsAt: at(renews) }),
    at(now),
    at(renews),
  );
  expect([startsAt, endsAt].map(shown)).toEqual([from, to].map((day) => `${day}T00:00`));
});

test("a term that is longer than the plan's has not renewed", () => {
  const subscription = of("ig_1week", "2026-11-01", { renewsAt: at("2027-11-01") });
  for (const now of ["2026-12-01", "2027-10-01"]) {
    const { startsAt, endsAt } = termAt(subscription, at("2026-11-09"), at(now));
    expect([startsAt, endsAt].map(shown)).toEqual(["2026-11-01T00:00", "2027-11-01T00:00"]);
  }
});

test("terms follow each other without a gap, whatever the plan and the start", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(weekly, monthly, "ig_3month", "ig_1week"),
      fc.integer({ min: at("2023-01-01"), max: at("2027-12-31") }),
      fc.integer({ min: 0, max: 1_500 }),
      fc.option(fc.integer({ min: 1, max: 1_500 }), { nil: undefined }),
      (planCode, startedAt, days, renewsAfter) => {
        const renewsAt =
          renewsAfter === undefined ? undefined : startedAt + renewsAfter * 86_400_000;
        const subscription = { planCode, startedAt, renewsAt };
        const termOn = (time: number) => termAt(subscription, time, at("2040-01-01"));
        const term = termOn(startedAt + days * 86_400_000);
        expect(term.endsAt).toBeGreaterThan(term.startsAt);
        expect(termOn(term.endsAt).startsAt).toBe(term.endsAt);
        expect(termOn(term.endsAt - 1)).toEqual(term);
      },
    ),
  );
});

test("renewals are told the latest first, none twice, none before the start, and none that cannot be charged yet", () => {
  const days = fc.integer({ min: -3, max: 230 });
  const lives = fc.record({
    planCode: fc.constantFrom(weekly, monthly, "ig_3month", "ig_1week"),
    declaredOn: days,
    daysSince: fc.integer({ min: 0, max: 40 }),
    renewsOn: fc.option(days),
    // Whatever the service has named before, whenever that was.
    namedDay: fc.option(days),
    hoursBefore: fc.integer({ min: -30, max: 30 }),
  });
  const startedAt = at("2027-01-31T10:00");
  const on = (nth: number) => startedAt + nth * 86_400_000;
  fc.assert(
    fc.property(lives, ({ planCode, declaredOn, daysSince, renewsOn, namedDay, hoursBefore }) => {
      const declaredAt = on(declaredOn);
      const seenAt = declaredAt - hoursBefore * 3_600_000;
      const subscription = {
        planCode,
        startedAt,
        renewsAt: renewsOn === null ? undefined : on(renewsOn),
        named: namedDay === null ? undefined : { date: on(namedDay), at: seenAt },
      };
      let before = on(declaredOn + 1) + 1;
      for (const renewedAt of renewalsUntil(subscription, declaredAt, on(declaredOn + daysSince))) {
        expect(renewedAt).toBeLessThan(before);
        expect(renewedAt).toBeGreaterThan(startedAt);
        before = renewedAt;
      }
    }),
  );
});

test("months are cut at their end, also across years", () => {
  expect(shown(monthsAfter(at("2026-12-31"), 2))).toBe("2027-02-28T00:00");
  expect(shown(monthsAfter(at("2028-03-31"), -1))).toBe("2028-02-29T00:00");
});

const term = of("ig_premium_one_month", "2026-11-01");
test.each<[name: string, Parameters<typeof carryOutAt>[1], string]>([
  [
    "a day after the receipt",
    { declaredAt: at("2026-11-05"), receiptAt: at("2026-11-05T01:00") },
    "2026-11-06T01:00",
  ],
  [
    "25 h before the term ends, if that is sooner",
    { declaredAt: at("2026-11-29"), receiptAt: at("2026-11-29T12:00") },
    "2026-11-29T23:00",
  ],
  [
    "at once in the last 25 hours",
    { declaredAt: at("2026-11-30T05:00"), receiptAt: at("2026-11-30T06:00") },
    "2026-11-30T05:00",
  ],
  [
    "at the last moment, where no mailbox takes the receipt",
    { declaredAt: at("2026-11-05"), receiptAt: null },
    "2026-11-29T23:00",
  ],
  [
    "in the term of the wished day",
    { declaredAt: at("2026-11-05"), receiptAt: at("2026-11-05"), wishedStartsAt: at("2027-01-09") },
    "2027-01-01T00:00",
  ],
  [
    "before the next term, where the wished day is the last of its own",
    { declaredAt: at("2026-11-05"), receiptAt: at("2026-11-05"), wishedStartsAt: at("2026-11-30") },
    "2026-11-06T00:00",
  ],
  [
    "before its term's charge, where the term ends in the middle of the wished day",
    {
      declaredAt: at("2026-11-29"),
      receiptAt: at("2026-11-29T12:00"),
      wishedStartsAt: at("2026-12-01"),
    },
    "2026-11-29T23:00",
  ],
  [
    "in the next term, where the term ends before the wished day",
    { declaredAt: at("2026-11-05"), receiptAt: at("2026-11-05"), wishedStartsAt: at("2026-12-02") },
    "2026-12-01T00:00",
  ],
  [
    "at once, where it is wished on that day, within the last 25 hours",
    {
      declaredAt: at("2026-11-30T12:00"),
      receiptAt: at("2026-11-30T12:00"),
      wishedStartsAt: at("2026-11-30"),
    },
    "2026-11-30T12:00",
  ],
])("it is carried out %s", (_, declared, expected) => {
  expect(shown(carryOutAt(term, declared))).toBe(expected);
});

/** On these days the clock is put back and forward in Berlin. */
test.each([
  ["of 25 hours is the last: 00:30 on that day", "2027-10-31", "2027-10-30T22:30", "2027-10-02"],
  ["of 23 hours", "2027-03-28", "2027-03-28T21:30", "2027-03-02"],
])("a term that ends on a wished day %s", (_, wishedDay, renewsAt, receipt) => {
  const month = of(monthly, "2027-01-28", { renewsAt: at(renewsAt) });
  const { wishedStartsAt } = wishedDayIn(wishedDay, "Europe/Berlin") ?? {};
  const times = { declaredAt: at(receipt), receiptAt: at(receipt), wishedStartsAt };
  expect(carryOutAt(month, times)).toBe(at(receipt) + 86_400_000);
});

test("a term that ends on the day before a wished day of 23 hours goes on: 23:30 on that day", () => {
  const month = of(monthly, "2027-02-27T22:30", { renewsAt: at("2027-03-27T22:30") });
  const { wishedStartsAt } = wishedDayIn("2027-03-28", "Europe/Berlin") ?? {};
  const times = { declaredAt: at("2027-03-02"), receiptAt: at("2027-03-02"), wishedStartsAt };
  expect(shown(carryOutAt(month, times))).toBe("2027-03-27T22:30");
  const after = chargesOwedSince({
    declaredAt: at("2027-03-02"),
    wishedStartsAt: wishedStartsAt ?? null,
  });
  expect(shown(after)).toBe("2027-03-26T23:00");
});

test("of a document without its start a wished day has 24 hours", () => {
  const wishedAt = at("2027-01-02");
  expect(startOfWishedDay({ wishedAt })).toBe(at("2027-01-01"));
  expect(startOfWishedDay({ wishedAt, wishedStartsAt: at("2027-01-01T01:00") })).toBe(
    at("2027-01-01T01:00"),
  );
  expect(startOfWishedDay({ wishedAt: null })).toBe(null);
});

test("a declaration is carried out a day after the receipt, where no renewal comes before the wished day", () => {
  const week = of("ig_1week", "2026-11-01", { renewsAt: at("2027-02-01") });
  const declaredAt = at("2026-11-05");
  const due = carryOutAt(week, {
    declaredAt,
    receiptAt: declaredAt,
    wishedStartsAt: at("2026-11-19"),
  });
  expect(shown(due)).toBe("2026-11-06T00:00");
});

test("it is never carried out before it was declared, and with time left never within 25 hours of the term's end", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(weekly, monthly, "ig_3month"),
      fc.integer({ min: at("2024-01-01"), max: at("2026-01-01") }),
      fc.integer({ min: 0, max: 90 * 24 }),
      fc.option(fc.integer({ min: 0, max: 72 }), { nil: null }),
      (planCode, startedAt, hoursLater, receiptHours) => {
        const subscription = { planCode, startedAt };
        const declaredAt = startedAt + hoursLater * 3_600_000;
        const receiptAt = receiptHours === null ? null : declaredAt + receiptHours * 3_600_000;
        const due = carryOutAt(subscription, { declaredAt, receiptAt });
        const latest = termAt(subscription, declaredAt).endsAt - 25 * 3_600_000;
        expect(due).toBeGreaterThanOrEqual(declaredAt);
        expect(due).toBeLessThanOrEqual(Math.max(declaredAt, latest));
      },
    ),
  );
});

test.each<[plan: string, at: string, ends: string]>([
  ["ig_1week", "2026-11-07T09:59", "2026-11-08T10:00"],
  ["ig_1week", "2026-11-07T10:00", "2026-11-08T10:00"],
  ["ig_1week", "2026-11-07T10:01", "2026-11-15T10:00"],
  [monthly, "2026-11-30T10:01", "2027-01-01T10:00"],
  // A trial's last day: the first week has begun for billing.
  [weekly, "2026-11-03T10:01", "2026-11-11T10:00"],
])(
  "%s canceled at %s ends at %s: within the last day it is the next term that ends",
  (plan, now, ends) => {
    expect(shown(endWhenCanceled(of(plan, "2026-11-01T10:00"), at(now)))).toBe(ends);
  },
);

test.each([
  ["2026-01-31", "2026-02-28", "2026-02-27T12:00", "2026-03-31"],
  ["2026-03-30", "2027-02-28", "2027-02-27T12:00", "2027-03-30"],
  ["2026-01-28", "2026-02-28", "2026-02-27T12:00", "2026-03-28"],
])(
  "a month since %s that renews on %s, canceled at %s, ends on %s: a short month cuts no other",
  (start, renews, now, ends) => {
    const one = of(monthly, start, { renewsAt: at(renews) });
    expect(shown(endWhenCanceled(one, at(now)))).toBe(`${ends}T00:00`);
  },
);

test("what was charged on the last of a long month was charged after a declaration of two days before", () => {
  const one = of(monthly, "2026-01-31T10:00", { renewsAt: at("2026-04-30T10:00") });
  const [after, by] = [at("2026-03-29T12:00"), at("2026-04-01T12:00")];
  expect(chargeAfter(one, { after, by, isActive: true })).toBe("charged");
});

const ends = (time: string) => ({ endsAt: at(time) });
const renews = (time: string) => ({ renewsAt: at(time) });
/** A week that ends on the 8th at 10:00: billing charges the next from the 7th at 10:00 on. */
test.each<[name: string, shows: object, after: string, by: string, ReturnType<typeof chargeAfter>]>(
  [
    ["before the charge", {}, "2026-11-06T04:00", "2026-11-07T09:59", undefined],
    ["once billing may have charged", {}, "2026-11-07T04:00", "2026-11-08T00:00", "maybe"],
    ["once it has renewed", {}, "2026-11-07T04:00", "2026-11-08T10:00", "charged"],
    ["and ended", ends("2026-11-08T10:00"), "2026-11-07T04:00", "2026-11-08T00:00", undefined],
    ["and renewed", ends("2026-11-15T10:00"), "2026-11-07T04:00", "2026-11-08T00:00", "charged"],
    ["24 hours before", {}, "2026-11-07T10:00", "2026-11-08T10:00", "charged"],
    ["when it was due already", {}, "2026-11-07T22:00", "2026-11-07T22:01", undefined],
    ["when due, late", {}, "2026-11-07T22:00", "2026-11-09T00:00", undefined],
    ["due, shown", ends("2026-11-15T10:00"), "2026-11-07T22:00", "2026-11-07T22:01", undefined],
    ["due, renewed", renews("2026-11-15T10:00"), "2026-11-07T22:00", "2026-11-07T22:01", undefined],
    [
      "in a longer term",
      renews("2026-12-01T10:00"),
      "2026-11-05T10:00",
      "2026-11-07T22:00",
      undefined,
    ],
    ["of two", {}, "2026-11-07T22:00", "2026-11-14T22:00", "maybe"],
  ],
)("a week that shows %s, %o: declared at %s and canceled at %s, a charge is %s", (...row) => {
  const [, shows, after, by, expected] = row;
  const one = of("ig_1week", "2026-11-01T10:00", shows);
  // Both are told the same where the service does not show yet that it is canceled.
  const isActive = !("endsAt" in shows);
  const times = { after: at(after), by: at(by) };
  expect(chargeAfter(one, { ...times, isActive })).toBe(expected);
});

/** Each is canceled a day after its declaration, and shows the date then that it had named before. */
test.each<[name: string, plan: string, start: string, declared: string, named: string]>([
  ["a year", "ig_1year", "2027-03-10T10:00", "2028-03-01T22:00", "2028-03-10T10:00"],
  ["ten days", "ig_1week", "2026-11-28T10:00", "2026-11-30T10:00", "2026-12-08T22:00"],
  ["three months", "ig_3month", "2027-04-01", "2027-04-06T23:00", "2027-07-01"],
  ["31.5 days", monthly, "2026-11-30", "2026-11-30T10:00", "2027-01-01T12:00"],
  ["a week", "ig_1week", "2026-11-28", "2026-11-30", "2026-12-05"],
])("a date that has not moved was not charged: %s of %s", (...row) => {
  const [, plan, start, declared, named] = row;
  const [after, by] = [at(declared), at(declared) + 86_462_000];
  const one = of(plan, start, ends(named));
  for (const readAt of [after, after - 30_000, after + 60_000]) {
    const known = { ...one, named: { date: at(named), at: readAt } };
    expect(chargeAfter(known, { after, by, isActive: false })).toBeUndefined();
    expect(chargeAfter(known, { after, by, isActive: true })).toBeUndefined();
  }
});

test.each<[name: string, plan: string, named: string, shows: string]>([
  ["by a week", "ig_1week", "2028-03-10", "2028-03-17"],
  ["by a month that is cut", monthly, "2028-03-31", "2028-04-30"],
  // A card that was tried again.
  ["by a day more than a week", "ig_1week", "2028-03-10", "2028-03-18T12:00"],
  ["back, as a pause was taken back", "ig_1week", "2028-03-21", "2028-03-17"],
])("a date that has moved was charged, where the plan's period has it so: %s (%s)", (...row) => {
  const [, plan, named, shows] = row;
  const renewed = at(shows) - (plan === monthly ? 30 : 7) * 86_400_000;
  const after = renewed - 3 * 86_400_000;
  const one = of(plan, "2027-03-14", { ...ends(shows), named: { date: at(named), at: after } });
  const times = { after, by: renewed + 86_400_000, isActive: false };
  expect(chargeAfter(one, times)).toBe("charged");
  // Declared when that charge was due already.
  const late = { after: renewed - 3_600_000, by: renewed, isActive: false };
  expect(chargeAfter(one, late)).toBeUndefined();
});

test("what was named once the next charge may have come proves nothing", () => {
  const one = of("ig_1week", "2026-11-01T10:00", ends("2026-11-15T10:00"));
  const named = { date: at("2026-11-15T10:00"), at: at("2026-11-07T12:00") };
  const times = { after: at("2026-11-07T04:00"), by: at("2026-11-08T04:00"), isActive: false };
  expect(chargeAfter({ ...one, named }, times)).toBe("charged");
});

test("what was declared before a date moved is carried out by the date of then", () => {
  const one = of("ig_1week", "2026-11-01T10:00", renews("2026-11-15T10:00"));
  const named = { date: at("2026-11-08T10:00"), at: at("2026-11-05T10:00") };
  const declared = { declaredAt: at("2026-11-05T10:00"), receiptAt: null };
  expect(shown(carryOutAt({ ...one, named }, declared))).toBe("2026-11-07T09:00");
});

test("a longer term than the plan's whose date moves by its own length may have been charged", () => {
  const named = { date: at("2028-03-10"), at: at("2028-03-07") };
  const one = { ...of("ig_1year", "2027-03-10", ends("2029-03-10")), named };
  const times = { after: at("2028-03-07"), by: at("2028-03-11"), isActive: false };
  expect(chargeAfter(one, times)).toBe("maybe");
  // That charge was due already.
  expect(chargeAfter(one, { ...times, after: at("2028-03-09T12:00") })).toBeUndefined();
  // Put off by three days.
  const late = { ...of("ig_1week", "2027-03-10", ends("2028-03-13")), named };
  expect(chargeAfter(late, times)).toBeUndefined();
});

test("within the last day of a longer term its next charge may have come", () => {
  const one = of("ig_1year", "2027-03-10T10:00", ends("2028-03-10T10:00"));
  const named = { date: at("2028-03-10T10:00"), at: at("2028-03-01T10:00") };
  const times = { after: at("2028-03-01T10:00"), by: at("2028-03-09T12:00"), isActive: true };
  expect(chargeAfter({ ...one, named }, times)).toBe("maybe");
});

test("what is paid once is charged no more, whatever end the service shows", () => {
  const one = of("ig_pdf_report_otp", "2026-11-01T10:00", ends("2026-11-30T10:00"));
  const times = { after: at("2026-11-07T22:00"), by: at("2026-11-14T22:00") };
  expect(chargeAfter(one, { ...times, isActive: false })).toBeUndefined();
});

test("a main plan renews and is charged, though its code contains an extra's key", () => {
  const one = of("ig_weekly_ultimate_pack", "2026-11-01T10:00", { mainPlan: true });
  const times = { after: at("2026-11-07T04:00"), by: at("2026-11-08T10:00"), isActive: true };
  expect(chargeAfter(one, times)).toBe("charged");
  expect(isRenewing({ ...one, mainPlan: true, status: "active" })).toBe(true);
});

test("a charge after a wished day's eve is owed back: a term that ends on the day is the last", () => {
  const one = of("ig_1week", "2026-11-01T10:00");
  const charge = (wishedDay: string, by: string) => {
    const after = chargesOwedSince({ declaredAt: at("2026-11-02"), wishedStartsAt: at(wishedDay) });
    return chargeAfter(one, { after, by: at(by), isActive: true });
  };
  expect(charge("2026-11-08", "2026-11-10")).toBe("charged");
  expect(charge("2026-11-09", "2026-11-10")).toBe(undefined);
  expect(charge("2026-11-09", "2026-11-16")).toBe("charged");
});

test("where the service says when it ends, a canceled one ends then", () => {
  const canceled = { ...of("ig_1week", "2026-11-01T10:00"), status: "canceled" };
  const canceledAt = at("2026-11-07T22:00");
  expect(shown(endOnceCanceled(canceled, canceledAt))).toBe("2026-11-15T10:00");
  const said = { ...canceled, ...ends("2026-11-08T10:00") };
  for (const one of [said, { ...said, ...renews("2026-11-15T10:00") }])
    expect(shown(endOnceCanceled(one, canceledAt))).toBe("2026-11-08T10:00");
});

test("what has been canceled before ends with its term", () => {
  const one = of("ig_1week", "2026-11-01T10:00", { status: "canceled" });
  expect(shown(endWhenCanceled(one, at("2026-11-08T09:00")))).toBe("2026-11-08T10:00");
});

test("a withdrawal is in time to the end of its last day", () => {
  expect(shown(withdrawalEndsAt(at("2026-11-01T10:00"), 14, ["UTC"]))).toBe("2026-11-16T00:00");
});

test.each<[plan: string, start: string, now: string, terms: number]>([
  [weekly, "2026-11-01", "2026-11-03", 0],
  [weekly, "2026-11-01", "2026-11-05", 1],
  ["ig_1week", "2026-11-01", "2026-11-12", 2],
  [monthly, "2026-11-01", "2026-11-12", 1],
])("%s from %s has begun, by %s, %i terms", (plan, start, now, terms) => {
  expect(termsBegun(of(plan, start), at(now))).toBe(terms);
});

test("a free first term is not counted", () => {
  const gift = of("ig_gift_one_month", "2026-11-01");
  for (const [now, terms] of [
    ["2026-11-12", 0],
    ["2026-12-01", 1],
  ] as const)
    expect(termsBegun(gift, at(now), { firstFree: true })).toBe(terms);
});

test("no date keeps a process busy", () => {
  for (const startedAt of [0, Date.UTC(2100, 0)])
    expect(termAt({ planCode: monthly, startedAt }, Date.now()).endsAt).toBeGreaterThan(0);
});
