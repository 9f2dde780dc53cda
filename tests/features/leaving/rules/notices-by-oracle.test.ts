import fc from "fast-check";
import { expect, test } from "vitest";
import { parts } from "#content/read";
import { everyCase } from "#tests/setup/cases";
import { obligationsFor } from "~/features/leaving/rules/law";
import type { OfferRule } from "~/features/leaving/rules/law-terms";
import { comingNotices, lengthsOf } from "~/features/leaving/rules/notices";
import type { StepNumber } from "~/features/leaving/rules/unsubscribe-answers";
import {
  firstStep,
  isAllowed,
  isReachable,
  type Situation,
  steps,
} from "~/features/leaving/rules/unsubscribe-flow";
import { owed, places, plans, yearlyOwed } from "./notice-oracle.ts";

const laws = parts.law("content");
const day = 86_400_000;
const iso = (time: number) => new Date(time).toISOString().slice(0, 10);

/** What the app sends that looks once a day, at the hour of the start. */
function sentByApp(
  place: string,
  planCode: string,
  { startedAt, until, priceFrom }: { startedAt: number; until: number; priceFrom: number | null },
) {
  const price = { id: "p", planCode, amount: "2.00", currency: "USD", from: priceFrom ?? 0 };
  const prices = priceFrom === null ? [] : [price];
  const sent: { about: string; key: string; event: string; at: number }[] = [];
  let yearAt: number | null = null;
  for (let now = startedAt; now < until; now += day)
    for (;;) {
      const rules = obligationsFor(laws, place, lengthsOf(planCode), iso(now)).notices;
      const told = { keys: sent.map(({ key }) => key), yearAt };
      const [next] = comingNotices(rules, { planCode, startedAt }, { told, prices, now });
      if (!next || next.opensAt > now) break;
      const { about, key, eventAt } = next;
      sent.push({ about, key, event: iso(about === "renewal" ? eventAt + day : eventAt), at: now });
      if (about === "year") yearAt = now;
    }
  return sent;
}

const lives = fc.record({
  place: fc.constantFrom(...places),
  planCode: fc.constantFrom(...plans),
  // Leap days, ends of months, and starts before and after every rule began.
  startedAt: fc.oneof(
    fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2028, 0, 1) }),
    fc.constantFrom(
      Date.UTC(2024, 1, 29, 23, 59, 59),
      Date.UTC(2026, 0, 31, 12),
      Date.UTC(2026, 11, 15),
      Date.UTC(2028, 1, 29),
    ),
  ),
  priceAfter: fc.option(fc.integer({ min: -10, max: 1_000 })),
});

const planCode = "ig_x_1week_3d_trial";
/** Lives whose first year ends about when the law of their place begins. */
const yearsThatEndAsTheirLawBegins = [0, 1, day - 1, day, day + 1].flatMap((after) => [
  { place: "US-CA", planCode, startedAt: Date.UTC(2024, 6, 1) + after, priceAfter: null },
  { place: "US-MN", planCode, startedAt: Date.UTC(2024, 0, 2) + after, priceAfter: null },
]);

test("what is sent is what a second program says is owed, each in its window, once", () => {
  fc.assert(
    fc.property(lives, ({ place, planCode, startedAt, priceAfter }) => {
      const until = startedAt + 3 * 365 * day;
      const priceFrom =
        priceAfter === null ? null : Math.floor(startedAt / day) * day + priceAfter * day;
      const sent = sentByApp(place, planCode, { startedAt, until, priceFrom });
      expect(new Set(sent.map(({ key }) => key)).size).toBe(sent.length);

      const others = sent.filter(({ about }) => about !== "year");
      const due = owed(place, planCode, { startedAt, until, priceFrom });
      for (const { about, event, at } of others) {
        const one = due.find((each) => each.about === about && each.event === event);
        expect(one, `${about} of ${event} is owed`).toBeDefined();
        if (one) expect([at >= one.earliest, at < one.latest]).toEqual([true, true]);
      }
      // Whoever looks once a day may miss a window that closes within a day.
      for (const { about, event, earliest, latest } of due)
        if (latest - earliest > day && earliest + day < until)
          expect(
            others.some((each) => each.about === about && each.event === event),
            `${about} of ${event} is sent`,
          ).toBe(true);

      const yearly = sent.filter(({ about }) => about === "year").map(({ at }) => at);
      const years = yearlyOwed(place, startedAt, yearly, until);
      expect(yearly.length).toBeLessThanOrEqual(years.length);
      expect(yearly.length).toBeGreaterThanOrEqual(
        years.filter(({ earliest }) => earliest + day < until).length,
      );
      for (const [nth, at] of yearly.entries())
        expect([at >= (years[nth]?.earliest ?? 0), at < (years[nth]?.latest ?? 0)]).toEqual([
          true,
          true,
        ]);
    }),
    {
      numRuns: everyCase ? 400 : 60,
      examples: yearsThatEndAsTheirLawBegins.map((life): [typeof life] => [life]),
    },
  );
});

/**
 * What the table of the laws says of offers to who leaves, and since when. Where it says nothing, the nine steps stay as they are; an
 * offer only beside a button that cancels is what each of them has.
 */
const offersBy: Record<string, { since: string; offers: OfferRule }> = {
  DE: { since: "2022-07-01", offers: "none" },
  FR: { since: "2023-06-01", offers: "none" },
  "US-CA": { since: "2025-07-01", offers: "beside-cancel" },
  "US-MN": { since: "2025-01-01", offers: "on-request" },
  KR: { since: "2025-02-14", offers: "on-request" },
  IN: { since: "2023-11-30", offers: "on-request" },
  GB: { since: "2027-03-01", offers: "on-request" },
};
const offerSteps = [3, 7] as const;

/** How many presses lead from a step to the end of the membership, by whatever way is shortest. */
function pressesToCancel(from: StepNumber, situation: Situation): number {
  const seen = new Map<StepNumber, number>([[from, 0]]);
  for (const [step, before] of seen)
    for (const press of Object.values(steps[step].presses)) {
      const target = press(situation);
      if (target === "canceled") return before + 1;
      if (typeof target === "number" && !seen.has(target)) seen.set(target, before + 1);
    }
  return Number.POSITIVE_INFINITY;
}

test("no offer where it is barred, the way out always there, and two presses at most", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...places, null),
      fc.constantFrom(...plans),
      fc.integer({ min: Date.UTC(2021, 0, 1), max: Date.UTC(2028, 0, 1) }),
      (place, planCode, time) => {
        const obligations = obligationsFor(laws, place, lengthsOf(planCode), iso(time));
        const rule = place === null ? undefined : offersBy[place];
        const holds = rule !== undefined && iso(time) >= rule.since;
        const expected = holds ? rule.offers : "free";
        if (place !== null) expect(obligations.offers).toBe(expected);
        const isBarred = expected === "none" || expected === "on-request";
        const begins = firstStep(obligations);
        expect(begins).toBe(isBarred ? 8 : 0);
        for (const step of offerSteps)
          expect(isAllowed(step, obligations)).toBe(expected !== "none");
        const situation = {
          answers: undefined,
          premium: planCode.includes("premium"),
          gift: planCode.includes("gift"),
        };
        // From wherever leaving begins; the step that cancels is one link away from each of the nine.
        expect(isAllowed(8, obligations) && isReachable(8, situation)).toBe(true);
        expect(pressesToCancel(isBarred ? begins : 8, situation)).toBeLessThanOrEqual(
          isBarred ? 1 : 2,
        );
      },
    ),
    { numRuns: everyCase ? 2_000 : 400 },
  );
});

test("where no place is known, an offer stands beside a button that cancels", () => {
  const { offers, way } = obligationsFor(laws, null, lengthsOf("ig_3month"), "2026-11-22");
  expect([offers, way]).toEqual(["beside-cancel", "nine-steps"]);
});
