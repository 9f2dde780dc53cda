import { describe, expect, test } from "vitest";
import { parts } from "#content/read";
import { few } from "#tests/setup/cases";
import { obligationsFor } from "~/features/leaving/rules/law";
import {
  comingNotices,
  type LegalNotice,
  lastCallOf,
  lastDayBy,
  lengthsNow,
  lengthsOf,
  namedSince,
  sendingTime,
} from "~/features/leaving/rules/notices";
import { endWhenCanceled, termAt } from "~/features/leaving/rules/term";

const laws = parts.law("content");
const day = 86_400_000;
const at = (text: string) => Date.parse(`${text}T00:00:00Z`);
const shown = (time: number) => new Date(time).toISOString().slice(0, 10);

interface Sent extends LegalNotice {
  sentAt: number;
}

/** Lives through some years, looking every day, as the outbox does. */
function live(
  place: string | null,
  planCode: string,
  { from, days, prices = [] }: { from: string; days: number; prices?: Price[] },
): Sent[] {
  const subscription = { planCode, startedAt: at(from) + 10 * 3_600_000 };
  const sent: Sent[] = [];
  let yearAt: number | null = null;
  for (let now = subscription.startedAt; now < subscription.startedAt + days * day; now += day) {
    for (;;) {
      const rules = obligationsFor(laws, place, lengthsOf(planCode), shown(now)).notices;
      const told = { keys: sent.map(({ key }) => key), yearAt };
      const [next] = comingNotices(rules, subscription, { told, prices, now });
      if (!next || next.opensAt > now) break;
      sent.push({ ...next, sentAt: now });
      if (next.about === "year") yearAt = now;
    }
  }
  return sent;
}

type Price = { id: string; planCode: string; amount: string; currency: string; from: number };
const price = (planCode: string, from: string): Price => ({
  id: `${planCode}-${from}`,
  planCode,
  amount: "2.00",
  currency: "USD",
  from: at(from),
});

const places = [
  null,
  ...laws.map(({ place }) => place).filter((place) => place !== "unknown"),
  "JP",
];
const plans = ["ig_x_1week_3d_trial", "ig_premium_one_month", "ig_gift_one_month", "ig_3month"];

describe("three years in every place, on every plan", () => {
  test.each(places)("%s: no notice outside its window, none twice", (place) => {
    for (const planCode of few(plans, 2))
      for (const from of few(["2024-02-29", "2026-01-31", "2026-12-15"], 1)) {
        const prices = [price(planCode, "2027-06-01"), price("another", "2027-06-01")];
        const sent = live(place, planCode, { from, days: 3 * 365 + 1, prices });
        expect(new Set(sent.map(({ key }) => key)).size).toBe(sent.length);
        for (const { sentAt, opensAt, closesAt, about } of sent) {
          expect(sentAt).toBeGreaterThanOrEqual(opensAt);
          expect(sentAt).toBeLessThan(closesAt);
          if (about === "renewal") expect(lengthsOf(planCode).term).toBeGreaterThan(31);
        }
        const years = sent.filter(({ about }) => about === "year").map(({ sentAt }) => sentAt);
        years.forEach((time, nth) => {
          const before = years[nth - 1];
          // Before the first, years may have passed in which no rule was in force.
          const days =
            before === undefined ? ((time - at(from)) / day) % 365 : (time - before) / day;
          expect(days).toBeGreaterThanOrEqual(335);
          expect(days).toBeLessThan(366);
        });
      }
  });
});

describe("each rule says what it means", () => {
  test("California: once a year, and a new price 30 to 7 days before", () => {
    const prices = [price("ig_gift_one_month", "2027-06-01")];
    const sent = live("US-CA", "ig_gift_one_month", { from: "2026-01-31", days: 800, prices });
    expect(sent.map(({ about, sentAt }) => [about, shown(sentAt)])).toEqual([
      ["year", "2027-01-01"],
      ["price", "2027-05-02"],
      ["year", "2027-12-02"],
    ]);
  });

  test.each<[string, { amount: string; currency: string } | undefined, Price[], boolean]>([
    ["more is paid", { amount: "3.00", currency: "USD" }, [], false],
    ["as much is paid", { amount: "2", currency: "USD" }, [], false],
    ["less is paid", { amount: "1.99", currency: "USD" }, [], true],
    ["other money is paid", { amount: "3.00", currency: "CAD" }, [], true],
    ["nobody says what is paid", undefined, [], true],
    [
      "it follows a lower one",
      { amount: "3.00", currency: "USD" },
      [{ ...price("ig_gift_one_month", "2027-05-25"), amount: "1.00" }],
      true,
    ],
    [
      "a lower one has begun, and is charged from the next renewal on",
      { amount: "3.00", currency: "USD" },
      [{ ...price("ig_gift_one_month", "2027-05-10"), amount: "1.00" }],
      true,
    ],
    [
      "a higher one has begun",
      { amount: "3.00", currency: "USD" },
      [{ ...price("ig_gift_one_month", "2027-05-10"), amount: "4.00" }],
      false,
    ],
  ])("New York: a price needs consent only where it is a rise: %s", (_, paid, others, asks) => {
    const change = price("ig_gift_one_month", "2027-06-01");
    const { planCode } = change;
    const { notices } = obligationsFor(laws, "US-NY", lengthsOf(planCode), "2027-05-20");
    const coming = comingNotices(
      notices,
      { planCode, startedAt: at("2026-01-31"), price: paid },
      { told: { keys: [], yearAt: null }, prices: [change, ...others], now: at("2027-05-20") },
    );
    const notice = coming.find(({ price: told }) => told?.id === change.id);
    expect(notice?.needsConsent).toBe(asks);
  });

  test("Massachusetts: before each renewal of a long term, counted from the last day to cancel", () => {
    const sent = live("US-MA", "ig_3month", { from: "2026-01-01", days: 180 });
    expect(sent.map(({ about }) => about)).toEqual(["renewal", "renewal"]);
    const subscription = { planCode: "ig_3month", startedAt: at("2026-01-01") + 10 * 3_600_000 };
    const { endsAt } = termAt(subscription, subscription.startedAt);
    expect(sent[0]?.eventAt).toBe(endsAt - day);
    expect(sent[0]?.opensAt).toBe(endsAt - 31 * day);
  });

  test("Korea: a trial of three days is told at once, and needs consent", () => {
    const [first] = live("KR", "ig_x_1week_3d_trial", { from: "2026-05-01", days: 10 });
    expect(first).toMatchObject({ about: "trial", needsConsent: true });
    expect(shown(first?.sentAt ?? 0)).toBe("2026-05-01");
  });

  test("the United Kingdom: none before its act is in force", () => {
    const sent = live("GB", "ig_3month", { from: "2026-01-01", days: 600 });
    expect(sent.length).toBeGreaterThan(0);
    for (const { sentAt } of sent) expect(shown(sentAt) >= "2027-03-01").toBe(true);
  });

  test.each<[string, string, string, string, string, string, string | undefined]>([
    ["US-MA", "ig_12month", "2026-01-01", "2027-01-01", "2026-12-05", "2026-02-01", "2026-12-01"],
    ["US-CA", "ig_1year", "2026-01-01", "2027-01-01", "2026-12-05", "2026-02-01", "2026-11-17"],
    ["GB", "ig_6month", "2026-12-15", "2027-06-15", "2027-05-25", "2027-01-01", "2027-05-15"],
    // In its last days, when it looks like a week: a letter that is to be tried again.
    ["GB", "ig_6month", "2026-12-15", "2027-06-15", "2027-06-10", "2027-01-01", "2027-05-15"],
    ["US-MA", "ig_1week", "2026-11-01", "2026-12-06", "2026-12-05", "2026-11-30", undefined],
  ])("%s: a term of %s since %s that renews on %s has its notice on %s", (...row) => {
    const [place, planCode, start, renews, now, since, opens] = row;
    const plan = { planCode, startedAt: at(start), renewsAt: at(renews) };
    const named = namedSince(plan, { date: at(renews), at: at(since) }) ?? undefined;
    const subscription = { ...plan, named };
    const lengths = lengthsNow(subscription, at(now));
    const rules = obligationsFor(laws, place, lengths, now).notices;
    const told = { keys: [], yearAt: null };
    const coming = comingNotices(rules, subscription, { told, prices: [], now: at(now) });
    const renewal = coming.find(({ about }) => about === "renewal");
    expect(renewal && shown(renewal.opensAt)).toBe(opens);
  });

  test("California: a year's renewal is told 45 to 15 days before it, as the law counts, and before the last day to cancel", () => {
    const renewsAt = at("2028-01-10") + 10 * 3_600_000;
    const subscription = { planCode: "ig_1year", startedAt: at("2027-01-10"), renewsAt };
    const now = at("2027-11-01");
    const { notices } = obligationsFor(laws, "US-CA", lengthsNow(subscription, now), shown(now));
    const told = { keys: [], yearAt: now };
    const renewal = comingNotices(notices, subscription, { told, prices: [], now }).find(
      ({ about }) => about === "renewal",
    );
    if (!renewal) throw new Error("no notice");
    for (const uid of ["a", "b", "c", "d", "e", "f", "g", "h"])
      for (const event of [renewsAt, renewsAt - day]) {
        const before = (event - sendingTime(renewal, uid)) / day;
        expect([before <= 45, before >= 15]).toEqual([true, true]);
      }
  });

  test("what the service names is known since it was first named, until it moves", () => {
    const before = { date: at("2027-01-01"), at: at("2026-02-01") };
    const named = (renews: string) =>
      namedSince({ planCode: "ig_1year", startedAt: 0, renewsAt: at(renews) }, before);
    expect(named("2027-01-02")).toEqual(before);
    expect(named("2027-01-08")?.date).toBe(at("2027-01-08"));
  });

  test("a renewal whose day the service says anew is told once", () => {
    const { notices } = obligationsFor(laws, "US-MA", lengthsOf("ig_3month"), "2026-11-20");
    const comes = (renewsAt: string, keys: string[]) =>
      comingNotices(
        notices,
        { planCode: "ig_3month", startedAt: at("2026-09-15"), renewsAt: at(renewsAt) },
        { told: { keys, yearAt: null }, prices: [], now: at("2026-11-20") },
      ).map(({ key }) => key);
    expect(comes("2026-12-09", [])).toEqual(["renewal-2026-12-09"]);
    expect(comes("2026-12-09", ["renewal-2026-12-08"])).toEqual([]);
    expect(comes("2026-12-09", ["renewal-2026-09-16"])).toEqual(["renewal-2026-12-09"]);
  });

  test("a year that passed untold is not made up for out of its window", () => {
    const subscription = { planCode: "ig_1week", startedAt: at("2025-01-01") };
    const { notices } = obligationsFor(laws, "US-CA", lengthsOf("ig_1week"), "2026-03-01");
    const [next] = comingNotices(notices, subscription, {
      told: { keys: [], yearAt: null },
      prices: [],
      now: at("2026-03-01"),
    });
    expect([shown(next?.opensAt ?? 0), shown(next?.closesAt ?? 0)]).toEqual([
      "2026-12-02",
      "2027-01-01",
    ]);
  });
});

test.each([
  // It renews on the day of the new price, at its first moment, just before it, and long after.
  ["2027-06-01T10:00Z", "2027-05-31T10:00Z"],
  ["2027-06-01T00:00Z", "2027-05-31T00:00Z"],
  ["2027-05-31T23:59Z", "2027-06-29T23:59Z"],
  ["2027-05-20T10:00Z", "2027-06-19T10:00Z"],
])("who renews at %s can cancel until %s, and pays no price from June 1 on", (renews, until) => {
  const subscription = {
    planCode: "ig_gift_one_month",
    startedAt: at("2026-01-31"),
    renewsAt: Date.parse(renews),
  };
  const from = at("2027-06-01");
  const last = lastCallOf(subscription, from);
  expect(new Date(last).toISOString()).toBe(until.replace("Z", ":00.000Z"));
  const ends = (canceledAt: number) => endWhenCanceled(subscription, canceledAt);
  expect([ends(last) <= last + day, ends(last + 1) > last + day]).toEqual([true, true]);
});

test.each([
  // In the evening of Feb 21 in Boston: whoever cancels on Feb 22 is late.
  ["2027-02-22T00:30Z", ["America/New_York"], "2027-02-20"],
  ["2027-02-22T18:00Z", ["America/New_York"], "2027-02-21"],
  // At midnight there, the day has just ended.
  ["2027-02-22T05:00Z", ["America/New_York"], "2027-02-21"],
  ["2027-02-22T00:30Z", ["Asia/Seoul"], "2027-02-21"],
  ["2027-02-22T00:30Z", [], "2027-02-21"],
  ["2027-02-22T00:30Z", ["America/Los_Angeles", "Asia/Seoul"], "2027-02-20"],
])("by %s in %j the last whole day is %s", (time, zones, last) => {
  expect(shown(lastDayBy(Date.parse(time), zones))).toBe(last);
});
