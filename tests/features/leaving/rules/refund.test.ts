import fc from "fast-check";
import { expect, test } from "vitest";
import { refundOf } from "~/features/leaving/rules/refund";
import { termAt } from "~/features/leaving/rules/term";

const at = (text: string) => Date.parse(`${text}Z`);
const day = 86_400_000;
const monthly = { planCode: "ig_premium_one_month", startedAt: at("2027-03-01T10:00") };
const weekly = { planCode: "ig_weekly_trial", startedAt: at("2027-03-01T10:00") };
const trial = { planCode: "ig_x_1week_3d_trial", startedAt: at("2027-03-01T10:00") };
/** When it is reckoned. */
const now = at("2027-03-17T10:00");
const dollars = (amount: string) => ({ amount, currency: "USD" });

test("no more than the price is paid back where the next charge is further off than a term is long", () => {
  const free = { ...weekly, renewsAt: at("2027-04-14T10:00"), price: dollars("7.00") };
  expect(refundOf(free, { declaredAt: at("2027-03-12T10:00") }).unused).toEqual({
    notBegun: 7,
    days: 7,
    money: dollars("7.00"),
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
    "on the last day nothing is left",
    { ...weekly, price: dollars("0.05") },
    "2027-03-08T09:59",
    { terms: 1, whole: dollars("0.05"), unused: { notBegun: 0, days: 7, money: dollars("0.00") } },
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

test("of a renewed term only that is paid back", () => {
  const renewedAt = at("2027-04-01T10:00");
  const refund = refundOf(
    { ...monthly, price: dollars("10.00") },
    { declaredAt: at("2027-04-05T10:00"), renewedAt },
  );
  expect(refund).toMatchObject({ terms: 1, whole: dollars("10.00") });
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
      const { unused } = refundOf(plain, { declaredAt });
      // However often it has renewed by the time that it is reckoned.
      let renewsAt: number | undefined;
      for (let nth = 0; nth <= (renewedTimes ?? -1); nth += 1)
        renewsAt = termAt(plain, renewsAt ?? declaredAt).endsAt;
      const now = (renewsAt ?? declaredAt + 1) - 1;
      expect(refundOf({ ...plain, renewsAt }, { declaredAt, now }).unused).toEqual(unused);
      const paid = Math.round(Number(unused.money?.amount) * 100);
      const exact = (cents * unused.notBegun) / unused.days;
      expect(paid).toBeLessThanOrEqual(cents);
      expect(paid - exact).toBeGreaterThanOrEqual(-1e-6);
      expect(paid - exact).toBeLessThan(1);
    }),
  );
});
