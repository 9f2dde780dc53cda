import fc from "fast-check";
import { expect, test } from "vitest";
import { refundDue, refundOf } from "~/features/leaving/rules/refund";
import { termAt } from "~/features/leaving/rules/term";

const at = (text: string) => Date.parse(`${text}Z`);
const day = 86_400_000;
const monthly = { planCode: "ig_premium_one_month", startedAt: at("2027-03-01T10:00") };
const weekly = { planCode: "ig_weekly_trial", startedAt: at("2027-03-01T10:00") };
const trial = { planCode: "ig_x_1week_3d_trial", startedAt: at("2027-03-01T10:00") };
/** When it is reckoned. */
const now = at("2027-03-17T10:00");
const dollars = (amount: string) => ({ amount, currency: "USD" });

/** What the service says is longer than the plan's period has not renewed: it began with the subscription, or its trial. */
test.each<[string, Parameters<typeof refundOf>[0], string, ReturnType<typeof refundOf>]>([
  [
    "of a plan for a year whose code says nothing of it",
    { ...weekly, renewsAt: at("2028-02-29T10:00"), price: dollars("36.50") },
    "2027-03-11T10:00",
    {
      terms: 1,
      periods: 2,
      whole: dollars("36.50"),
      unused: { notBegun: 354, days: 365, money: dollars("35.40") },
    },
  ],
  [
    "after its trial",
    { ...trial, renewsAt: at("2028-03-03T10:00"), price: dollars("36.50") },
    "2027-03-11T10:00",
    {
      terms: 1,
      periods: 2,
      whole: dollars("36.50"),
      unused: { notBegun: 357, days: 365, money: dollars("35.70") },
    },
  ],
  [
    "in its trial",
    { ...trial, renewsAt: at("2028-03-03T10:00"), price: dollars("36.50") },
    "2027-03-02T10:00",
    {
      terms: 0,
      whole: dollars("0.00"),
      unused: { notBegun: 366, days: 368, money: dollars("0.00") },
    },
  ],
])("of a term that is longer than the plan's, %s", (_, subscription, declaredAt, expected) => {
  expect(refundOf(subscription, { declaredAt: at(declaredAt) })).toEqual(expected);
});

test("where the service has put the renewal off, the operator hears that more than one term may have been charged", () => {
  const subscription = { ...weekly, renewsAt: at("2027-03-31T10:00"), price: dollars("7.00") };
  const { refund, reasons } = refundDue(
    { subscription, declaredAt: at("2027-03-11T10:00"), renewedAt: undefined },
    at("2027-03-11T10:00"),
  );
  expect(refund).toBe("7.00 USD");
  expect(reasons[0]).toContain("By that period 2 have begun");
});

test("a currency without decimals has none, however its price is written", () => {
  const price = { amount: "500.00", currency: "JPY" };
  expect(refundOf({ ...weekly, price }, { declaredAt: at("2027-03-03T10:00") })).toMatchObject({
    whole: { amount: "500", currency: "JPY" },
    // 4/7 of it are 285.7.
    unused: { money: { amount: "286", currency: "JPY" } },
  });
});

test("a term of minutes counts as one day", () => {
  const endsAt = at("2027-03-01T10:05");
  const cut = { ...monthly, status: "expired", endsAt, price: dollars("31.00") };
  expect(refundOf(cut, { declaredAt: at("2027-03-02T10:00") })).toEqual({
    terms: 1,
    whole: dollars("31.00"),
    unused: { notBegun: 0, days: 1, money: dollars("0.00") },
  });
});

test.each<[string, Parameters<typeof refundOf>[0], string, ReturnType<typeof refundOf>]>([
  [
    "at once: the first day has begun",
    { ...monthly, price: dollars("31.00") },
    "2027-03-01T10:00",
    {
      terms: 1,
      whole: dollars("31.00"),
      unused: { notBegun: 30, days: 31, money: dollars("30.00") },
    },
  ],
  [
    "on the fourteenth day, rounded up",
    { ...monthly, price: dollars("10.00") },
    "2027-03-15T09:59:59",
    // 17/31 of it are 5.4838.
    {
      terms: 1,
      whole: dollars("10.00"),
      unused: { notBegun: 17, days: 31, money: dollars("5.49") },
    },
  ],
  [
    "in the second term: the first is used up",
    { ...weekly, price: dollars("4.99") },
    "2027-03-11T10:00",
    { terms: 2, whole: dollars("9.98"), unused: { notBegun: 3, days: 7, money: dollars("2.14") } },
  ],
  [
    "in the trial: nothing was charged",
    { ...trial, price: dollars("4.99") },
    "2027-03-02T10:00",
    { terms: 0, whole: dollars("0.00"), unused: { notBegun: 1, days: 3, money: dollars("0.00") } },
  ],
  [
    "before the last day that day is left",
    { ...weekly, price: dollars("0.05") },
    "2027-03-07T09:59",
    { terms: 1, whole: dollars("0.05"), unused: { notBegun: 1, days: 7, money: dollars("0.01") } },
  ],
  [
    "without coins",
    { ...weekly, price: { amount: "900", currency: "JPY" } },
    "2027-03-03T10:00",
    {
      terms: 1,
      whole: { amount: "900", currency: "JPY" },
      // 4/7 of it are 514.28.
      unused: { notBegun: 4, days: 7, money: { amount: "515", currency: "JPY" } },
    },
  ],
  [
    "of a price without the coins that its money has, to the coin all the same",
    { ...weekly, price: dollars("10") },
    "2027-03-03T10:00",
    // 4/7 of it are 5.7142.
    { terms: 1, whole: dollars("10.00"), unused: { notBegun: 4, days: 7, money: dollars("5.72") } },
  ],
  [
    "of a price that lacks one of them",
    { ...weekly, price: { amount: "0.5", currency: "KWD" } },
    "2027-03-03T10:00",
    {
      terms: 1,
      whole: { amount: "0.500", currency: "KWD" },
      // 4/7 of it are 0.28571.
      unused: { notBegun: 4, days: 7, money: { amount: "0.286", currency: "KWD" } },
    },
  ],
  [
    "after the end of a plan that was canceled: the one term that has begun",
    { ...weekly, status: "expired", endsAt: at("2027-03-08T10:00"), price: dollars("1.00") },
    "2027-03-11T10:00",
    { terms: 1, whole: dollars("1.00"), unused: { notBegun: 0, days: 7, money: dollars("0.00") } },
  ],
  [
    "of one that is active its own word for the next end takes nothing away",
    { ...weekly, status: "active", endsAt: at("2027-03-08T10:00"), price: dollars("1.00") },
    "2027-03-11T10:00",
    { terms: 2, whole: dollars("2.00"), unused: { notBegun: 3, days: 7, money: dollars("0.43") } },
  ],
  [
    "that has renewed since it was declared: of the term that ran then",
    { ...weekly, renewsAt: at("2027-03-22T10:00"), price: dollars("7.00") },
    "2027-03-03T10:00",
    { terms: 1, whole: dollars("7.00"), unused: { notBegun: 4, days: 7, money: dollars("4.00") } },
  ],
  ["without a price", weekly, "2027-03-03T10:00", { terms: 1, unused: { notBegun: 4, days: 7 } }],
])("%s", (_, subscription, declaredAt, expected) => {
  expect(refundOf(subscription, { declaredAt: at(declaredAt), now })).toEqual(expected);
});

/** A week that ends on the 8th at 10:00: billing charges the next from the 7th at 10:00 on. */
test.each<[string, object, string, string | undefined, object]>([
  ["a moment before", {}, "2027-03-07T09:59", undefined, { terms: 1, whole: dollars("7.00") }],
  [
    "then: two, and of the second all is unused",
    {},
    "2027-03-07T22:00",
    undefined,
    {
      terms: 2,
      ahead: true,
      whole: dollars("14.00"),
      unused: { notBegun: 0, days: 7, money: dollars("7.00") },
    },
  ],
  [
    "where the service's date is that of the next",
    { renewsAt: at("2027-03-15T10:00") },
    "2027-03-07T22:00",
    undefined,
    { terms: 2, ahead: true, unused: { notBegun: 0, days: 7, money: dollars("7.00") } },
  ],
  [
    "of a trial",
    { planCode: trial.planCode },
    "2027-03-03T22:00",
    undefined,
    {
      terms: 1,
      ahead: true,
      whole: dollars("7.00"),
      unused: { notBegun: 0, days: 3, money: dollars("7.00") },
    },
  ],
  [
    "where it is known to have ended with the term",
    { status: "canceled", endsAt: at("2027-03-08T10:00") },
    "2027-03-07T22:00",
    undefined,
    { terms: 1, whole: dollars("7.00") },
  ],
  [
    "where it ends with the next",
    { status: "canceled", endsAt: at("2027-03-15T10:00") },
    "2027-03-07T22:00",
    undefined,
    { terms: 2, ahead: true },
  ],
  [
    "where it had been canceled before",
    { status: "canceled" },
    "2027-03-07T22:00",
    "2027-03-03T10:00",
    { terms: 1 },
  ],
])("a term is paid back from the time on when billing charges it: %s", (...row) => {
  const [, more, declaredAt, canceledAt, expected] = row;
  const one = { ...weekly, price: dollars("7.00"), ...more };
  const times = { declaredAt: at(declaredAt), canceledAt: canceledAt && at(canceledAt) };
  const { ahead, ...found } = refundOf(one, times as Parameters<typeof refundOf>[1]);
  expect({ ...found, ...(ahead && { ahead }) }).toMatchObject(expected);
  if (!("ahead" in expected)) expect(ahead).toBe(undefined);
});

const expired = { ...weekly, status: "expired", price: dollars("1.00") };

test("of a plan that has expired nobody knows when, no term counts that runs still", () => {
  const refund = refundOf(expired, { declaredAt: at("2027-03-11T10:00") });
  expect(refund).toMatchObject({ terms: 1, whole: dollars("1.00") });
});

test("where several may have begun, it says so, unless it is known when it was canceled", () => {
  const withdrawn = { declaredAt: at("2027-03-15T20:00"), renewedAt: undefined };
  const due = (canceledAt?: number) =>
    refundDue({ subscription: expired, ...withdrawn, canceledAt }, withdrawn.declaredAt);
  expect(due().refund).toBe("2.00 USD");
  expect(due().reasons[0]).toContain("at most 2 terms were charged");
  expect(due(at("2027-03-03T10:00")).refund).toBe("1.00 USD");
});

test("of a free first month nothing was charged, with or without a known price", () => {
  const subscription = { ...monthly, planCode: "ig_gift_one_month" };
  const withdrawn = { declaredAt: at("2027-03-11T10:00"), renewedAt: undefined, firstFree: true };
  const due = (more: object) =>
    refundDue({ subscription: { ...subscription, ...more }, ...withdrawn }, now);
  for (const earlyStart of [true, false]) {
    expect(due({ earlyStart, price: dollars("19.99") }).refund).toBe("0.00 USD");
    expect(due({ earlyStart }).refund).toBe("nothing");
  }
  expect(due({}).reasons[0]).toContain("The free first term was still running");
});

test("that a term may have been charged ahead stands in the letter", () => {
  const withdrawn = { declaredAt: at("2027-03-07T22:00"), renewedAt: undefined };
  const due = (more: object) =>
    refundDue({ subscription: { ...weekly, ...more }, ...withdrawn }, now);
  expect(due({ price: dollars("7.00") }).refund).toBe("14.00 USD");
  expect(due({ price: dollars("7.00") }).reasons[0]).toContain("Pay it back if it was charged.");
  expect(due({ earlyStart: true, price: dollars("7.00") }).refund).toBe("7.00 USD");
  expect(due({ earlyStart: true }).refund).toBe(
    "0/7 of what was billed for the term and what was billed for the next term",
  );
});

test("of a renewed term only that is paid back", () => {
  const renewedAt = at("2027-04-01T10:00");
  const refund = refundOf(
    { ...monthly, price: dollars("10.00") },
    { declaredAt: at("2027-04-05T10:00"), renewedAt },
  );
  expect(refund).toMatchObject({ terms: 1, whole: dollars("10.00") });
});

test("of several renewals that can be withdrawn from the terms of all are paid back", () => {
  const life = { ...weekly, startedAt: at("2027-03-05T10:00"), price: dollars("7.99") };
  const withdrawn = { declaredAt: at("2027-04-10T00:00"), renewedAt: at("2027-04-02T10:00") };
  const due = (more: object) =>
    refundDue({ subscription: { ...life, ...more }, ...withdrawn }, withdrawn.declaredAt);
  expect(due({}).refund).toBe("15.98 USD");
  expect(due({}).reasons).toEqual([
    "It was declared after a renewal: the 2 terms since Apr 2, 2027 are paid back, and none before them.",
  ]);
  // By the service the terms begin at another hour than the first one did.
  expect(due({ renewsAt: at("2027-04-16T12:00") }).refund).toBe("15.98 USD");
  const ended = { status: "expired", endsAt: at("2027-04-09T10:00") };
  expect(due(ended).refund).toBe("7.99 USD");
  const ranAt = withdrawn.declaredAt;
  expect(due({ status: "expired", ranAt }).refund).toBe("15.98 USD");
  // It was canceled in an earlier term, and renewed all the same.
  const resumed = { ...life, status: "canceled", ranAt };
  const canceledAt = at("2027-03-20T00:00");
  expect(refundOf(resumed, { ...withdrawn, canceledAt }).terms).toBe(2);
});

test("after a renewal only the term is paid back that billing has charged ahead, where the one before it is too old", () => {
  const subscription = { ...monthly, renewsAt: at("2027-06-01T10:00"), price: dollars("10.00") };
  const withdrawn = { declaredAt: at("2027-04-30T22:00"), renewedAt: at("2027-05-01T10:00") };
  const { refund, reasons } = refundDue({ subscription, ...withdrawn }, withdrawn.declaredAt);
  expect(refund).toBe("10.00 USD");
  expect(reasons.join()).not.toContain("trial");
});

test("a wish to begin early at the purchase takes nothing from what is paid back after a renewal", () => {
  const { refund, reasons } = refundDue(
    {
      subscription: { ...monthly, price: dollars("10.00"), earlyStart: true },
      declaredAt: at("2027-04-05T10:00"),
      renewedAt: at("2027-04-01T10:00"),
    },
    at("2027-04-05T10:00"),
  );
  expect(refund).toBe("10.00 USD");
  expect(reasons).toEqual([
    "It was declared after a renewal: the term that began on Apr 1, 2027 is paid back, and none before it.",
    "The wish to begin early was recorded at the purchase. After a renewal it takes nothing off: the whole price is due.",
  ]);
});

test("never more than the price of the term, never less than the exact share, off by less than a cent", () => {
  const lives = fc.record({
    cents: fc.integer({ min: 1, max: 1_000_000 }),
    planCode: fc.constantFrom("ig_premium_one_month", "ig_weekly_trial", "ig_3month"),
    after: fc.integer({ min: 0, max: 15 * day }),
    renewedTimes: fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(lives, ({ cents, planCode, after, renewedTimes }) => {
      const price = dollars(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`);
      const startedAt = at("2028-02-15T00:00");
      const plain = { planCode, startedAt, price };
      const declaredAt = startedAt + after;
      const { unused, ahead } = refundOf(plain, { declaredAt });
      // However often it has renewed by the time that it is reckoned.
      let renewsAt: number | undefined;
      for (let nth = 0; nth <= (renewedTimes ?? -1); nth += 1)
        renewsAt = termAt(plain, renewsAt ?? declaredAt).endsAt;
      const now = (renewsAt ?? declaredAt + 1) - 1;
      expect(refundOf({ ...plain, renewsAt }, { declaredAt, now }).unused).toEqual(unused);
      const paid = Math.round(Number(unused.money?.amount) * 100);
      const left = unused.notBegun + (ahead ? unused.days : 0);
      const exact = (cents * left) / unused.days;
      expect(paid).toBeLessThanOrEqual(cents);
      expect(paid - exact).toBeGreaterThanOrEqual(-1e-6);
      expect(paid - exact).toBeLessThan(1);
    }),
  );
});
