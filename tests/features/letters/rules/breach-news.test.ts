import { describe, expect, test } from "vitest";
import { breachNews, nextLookAt } from "~/features/letters/rules/breach-news";

const breach = (name: string) => ({ name, domain: "", date: "2026-01-01", dataClasses: [] });
const before = { known: ["A"], addressDigest: "me", pending: null };
const look = { digest: "me", dealtWith: [], isLate: false };

describe("what of a look is told", () => {
  test.each<[string, string[], object, object, string[], string[], boolean]>([
    ["the first look tells nothing", ["A", "B"], { known: null }, {}, [], ["A", "B"], false],
    ["nothing new", ["A"], {}, {}, [], ["A"], false],
    ["none are listed any more", [], {}, {}, [], ["A"], false],
    ["a new one", ["A", "B"], {}, {}, ["B"], ["A", "B"], false],
    ["the first ever", ["B"], { known: [] }, {}, ["B"], ["B"], false],
    ["one that comes back", ["A"], { known: ["A", "B"] }, {}, [], ["A", "B"], false],
    ["one that was dealt with", ["A", "B"], {}, { dealtWith: ["B"] }, [], ["A"], false],
    ["another address", ["B", "C"], {}, { digest: "other" }, [], ["B", "C"], false],
    ["a letter that was begun", ["A", "B"], { pending: ["B"] }, {}, ["B"], ["A", "B"], false],
    [
      "a letter that was begun, and another one since",
      ["A", "B", "C"],
      { pending: ["B"] },
      {},
      ["B"],
      ["A", "B"],
      true,
    ],
    ["a letter of one that is gone", ["A"], { pending: ["B"] }, {}, [], ["A", "B"], false],
  ])("%s", (_, listed, more, other, fresh, known, hasMore) => {
    const news = breachNews(listed.map(breach), { ...before, ...more }, { ...look, ...other });
    expect(news.fresh.map(({ name }) => name)).toEqual(fresh);
    expect(news.known).toEqual(known);
    expect(news.hasMore).toBe(hasMore);
  });
});

test("one that the service renamed is no news; what is known by its name alone is known by its site from then on", () => {
  const site = { ...breach("Old"), domain: "a.example" };
  const renamed = { ...site, name: "New" };
  const first = breachNews([site], { ...before, known: ["Old"] }, look);
  expect(first.known).toEqual(["Old", "a.example 2026-01-01"]);
  const next = breachNews([renamed], { ...before, known: first.known }, look);
  expect(next.fresh).toEqual([]);
  expect(next.known).toEqual(["Old", "a.example 2026-01-01", "New"]);
  const dealtWith = first.known;
  expect(breachNews([renamed], { ...before, known: [] }, { ...look, dealtWith }).fresh).toEqual([]);
});

test("an address is looked up every 30 days, at a moment of its own", () => {
  const day = 86_400_000;
  const now = Date.parse("2026-11-22T10:00Z");
  const first = nextLookAt(now, 0.25);
  expect(first - now).toBeGreaterThanOrEqual(day);
  expect(first - now).toBeLessThanOrEqual(31 * day);
  expect(nextLookAt(first, 0.25) - first).toBe(30 * day);
  // Late by some hours, it keeps to its moment.
  expect(nextLookAt(first + 5_000_000, 0.25) - first).toBe(30 * day);
  const months = Array.from({ length: 30 }, (_, at) => nextLookAt(now, at / 30));
  expect(new Set(months.map((at) => Math.floor(at / day))).size).toBeGreaterThan(25);
});
