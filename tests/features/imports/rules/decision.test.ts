import { describe, expect, test } from "vitest";
import { oneImport } from "#tests/setup/one-import";
import { allTime, type Hold } from "~/features/history/history";
import type { Import } from "~/features/history/import";
import { afterPress } from "~/features/imports/rules/decision";

const range = { from: 1_700_000_000, to: Number.POSITIVE_INFINITY };
const reading = (window: typeof range) => ({ window, known: 100, changes: null });

/** A first export with 100 followers. */
const held = (...problems: Hold[]): Import =>
  oneImport({
    state: "held",
    problems,
    window: problems.includes("partial-range") ? range : allTime,
    decision: null,
    readings: { before: null, range: reading(range), whole: reading(allTime) },
  });

describe("the number of followers that Instagram shows (docs/product.md#decisions, `needs-count`)", () => {
  test.each<[number, Partial<Import>]>([
    [100, { state: "used", window: allTime }],
    [111, { state: "used", window: allTime }],
    [91, { state: "used", window: allTime }],
    [112, { state: "used", window: range, problems: ["partial-range", "needs-count"] }],
    [1_361, { state: "used", window: range, problems: ["partial-range", "needs-count"] }],
    [90, { state: "held", window: allTime, problems: ["count-mismatch"], decision: null }],
    [0, { state: "held", window: allTime, problems: ["count-mismatch"], decision: null }],
  ])("'use' with %d of 100 in the list", (shown, expected) => {
    expect(afterPress(held("needs-count"), "use", shown)).toMatchObject({
      followersShown: shown,
      ...expected,
    });
  });

  test("is needed for 'use', and for nothing else", () => {
    expect(afterPress(held("needs-count"), "use")).toBe("shown");
    expect(afterPress(held("needs-count", "older-than-last"), "use")).toBe("shown");
    expect(afterPress(held("needs-count"), "whole")).toMatchObject({
      state: "used",
      decision: "whole",
      window: allTime,
    });
    expect(afterPress(held("needs-count"), "discard")).toMatchObject({ state: "discarded" });
  });

  test.each<[number | undefined, typeof range]>([
    [undefined, range],
    [1_361, range],
    [106, range],
    [105, allTime],
    [100, allTime],
    [90, range],
  ])("beside `partial-range`, 'use' settles both: with %s of 100", (shown, window) => {
    const one = held("partial-range", "needs-count");
    expect(afterPress(one, "use", shown)).toMatchObject({
      state: "used",
      window,
      problems: ["partial-range", "needs-count"],
    });
  });

  test("that was said before stays", () => {
    const one = { ...held("count-mismatch"), followersShown: 90 };
    expect(afterPress(one, "use")).toMatchObject({ state: "used", followersShown: 90 });
  });
});
