import { describe, expect, test } from "vitest";
import {
  backOffAfter,
  claim,
  closeEntry,
  isDue,
  type OutboxEntry,
  postpone,
  release,
  renewLease,
  scheduleRetry,
} from "~/platform/outbox/outbox";

const now = 1_700_000_000_000;
const rules = {
  lease: 15_000,
  backOff: { first: 5_000, most: 900_000 },
  askPersonAfter: 3_600_000,
  stopsThen: false,
};
const entry: OutboxEntry = {
  key: "key",
  state: "open",
  payload: {},
  progress: {},
  requestedAt: now,
  updatedAt: now,
  dueAt: now,
  lease: 4,
  leaseUntil: 0,
  attempts: 2,
  patientUntil: now + 1,
  needsPerson: null,
};

test.each([
  [1, 5_000],
  [2, 10_000],
  [3, 20_000],
  [8, 640_000],
  [9, 900_000],
  [2_000, 900_000],
])("after %i attempts the back-off is %i ms, plus up to a quarter", (attempts, wait) => {
  expect(backOffAfter(attempts, rules.backOff, 0)).toBe(wait);
  expect(backOffAfter(attempts, rules.backOff, 1)).toBe(wait * 1.25);
});

test.each<[string, Partial<OutboxEntry>, boolean]>([
  ["due now", {}, true],
  ["due long ago", { dueAt: 0 }, true],
  ["due in a moment", { dueAt: now + 1 }, false],
  ["without a due time", { dueAt: null }, false],
  ["leased", { leaseUntil: now + 1 }, false],
  ["leased until now", { leaseUntil: now }, true],
  ["done", { state: "done" }, false],
  ["declined", { state: "declined" }, false],
  ["given up", { state: "given-up" }, false],
])("an entry that is %s", (_, fields, due) => {
  expect(isDue({ ...entry, ...fields }, now)).toBe(due);
});

describe("a lease", () => {
  test("gets a new number with each claim, but not when it is renewed", () => {
    const leased = claim(entry, rules, now);
    expect(leased).toMatchObject({ lease: 5, leaseUntil: now + 15_000, dueAt: now + 15_000 });
    expect(renewLease(leased, rules, now + 9_000)).toMatchObject({
      lease: 5,
      leaseUntil: now + 24_000,
      dueAt: now + 24_000,
    });
  });

  test("is its claimer's, even of two who claim at once", () => {
    expect(claim(entry, rules, now)).not.toEqual(claim(entry, rules, now));
  });

  test("that expired counts as an attempt, since its holder may have done the work", () => {
    expect(claim(entry, rules, now).attempts).toBe(2);
    expect(claim({ ...entry, leaseUntil: now - 1 }, rules, now).attempts).toBe(3);
  });

  test("adds no due time to an entry without one", () => {
    expect(claim({ ...entry, dueAt: null }, rules, now).dueAt).toBeNull();
    expect(release(claim({ ...entry, dueAt: null }, rules, now), now).dueAt).toBeNull();
    expect(release(claim(entry, rules, now), now)).toMatchObject({ leaseUntil: 0, dueAt: now });
  });
});

describe("a failed attempt", () => {
  const tried = (fields: Partial<OutboxEntry>, stopsThen = false) =>
    scheduleRetry({ ...entry, ...fields }, "billing: timeout", { ...rules, stopsThen }, now);

  test("is retried after a back-off", () => {
    const { attempts, dueAt, leaseUntil, needsPerson } = tried({});
    expect({ attempts, leaseUntil, needsPerson }).toEqual({
      attempts: 3,
      leaseUntil: 0,
      needsPerson: null,
    });
    expect(dueAt).toBeGreaterThanOrEqual(now + 20_000);
  });

  test("past the deadline asks for a person, keeps the first reason, and retries or stops", () => {
    const needsPerson = { at: now, reason: "billing: timeout" };
    expect(tried({ patientUntil: now })).toMatchObject({ needsPerson, dueAt: expect.any(Number) });
    expect(tried({ patientUntil: now }, true)).toMatchObject({ needsPerson, dueAt: null });
    const earlier = { at: 1, reason: "billing: refused" };
    expect(tried({ patientUntil: 0, needsPerson: earlier })).toMatchObject({
      needsPerson: earlier,
    });
  });
});

test("a settled entry is not due any more and needs no person", () => {
  const needsPerson = { at: 1, reason: "billing: refused" };
  expect(closeEntry({ ...entry, needsPerson }, "done")).toMatchObject({
    state: "done",
    attempts: 3,
    dueAt: null,
    leaseUntil: 0,
    needsPerson: null,
  });
});

test.each<[string, number | null, number]>([
  ["a day later", now + 86_400_000, now + 86_400_000],
  ["at once", now - 5, now],
  ["not until somebody makes it due", null, now],
])(
  "an entry that begins anew %s is patient from then on, as if it had never failed",
  (_, dueAt, from) => {
    const needsPerson = { at: 1, reason: "instagram: timeout" };
    const held = claim({ ...entry, attempts: 7, needsPerson, patientUntil: now - 1 }, rules, now);
    expect(postpone(held, dueAt, rules, now)).toEqual({
      ...held,
      state: "open",
      attempts: 0,
      needsPerson: null,
      leaseUntil: 0,
      dueAt,
      patientUntil: from + rules.askPersonAfter,
    });
  },
);
