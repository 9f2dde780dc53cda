import { describe, expect, test } from "vitest";
import { oneImport } from "#tests/setup/one-import";
import { allTime, type Hold, holds } from "~/features/history/history";
import { type Import, isPressed, pressesOf } from "~/features/history/import";
import { afterPress, heldAnew, settledBy } from "~/features/imports/rules/decision";

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

describe("an import that more holds when it is pressed, as others are in use since", () => {
  const evidence = { kind: "nothing", at: null, than: null } as const;
  const readings = { beside: ["b"], before: 200, range: reading(range), whole: reading(allTime) };
  const pressedUse = (one: Import, press: "use" | "whole" = "use") => {
    const to = afterPress(one, press, 100);
    if (to === "shown") throw new Error("the number was said");
    return to;
  };
  const judged = (to: Import, ...held: Hold[]) =>
    heldAnew(to, { held, window: to.window, evidence, readings });

  test("is asked about that alone, and keeps what was said before", () => {
    const whole = pressedUse(held("needs-count"), "whole");
    const anew = judged(whole, "other-account");
    expect(anew).toMatchObject({
      state: "held",
      problems: ["other-account"],
      answered: ["needs-count"],
      decision: "whole",
      readings,
    });
    expect(pressesOf(anew)).toEqual(["use", "discard"]);
    const used = pressedUse(anew);
    expect(used).toMatchObject({
      state: "used",
      problems: ["other-account", "needs-count"],
      decision: "whole",
      window: allTime,
    });
    expect(isPressed(used, "use") && isPressed(used, "whole")).toBe(true);
  });

  test("may be said to be whole anew, where it looks cut only now", () => {
    const anew = judged(pressedUse(held("older-than-last")), "partial-range");
    expect(pressedUse(anew, "whole")).toMatchObject({ decision: "whole", window: allTime });
    expect(isPressed(pressedUse(anew), "whole")).toBe(false);
  });

  test.each(holds)("is never asked the same again, from '%s' on", (first) => {
    for (const press of ["use", "whole"] as const) {
      let one = held(first);
      const asked: Hold[] = [first];
      for (;;) {
        const to = pressedUse(one, pressesOf(one).includes(press) ? press : "use");
        const next = holds.find((hold) => !settledBy(to).includes(hold));
        if (!next) break;
        expect(asked).not.toContain(next);
        asked.push(next);
        one = judged(to, next);
      }
    }
  });

  test("is not asked whether it is whole once that was said", () => {
    for (const hold of ["partial-range", "needs-count"] as const)
      expect(settledBy(pressedUse(held(hold), "whole"))).toEqual(
        expect.arrayContaining(["partial-range", "count-mismatch", "needs-count"]),
      );
    const range = settledBy(pressedUse(held("partial-range")));
    expect(range).toEqual(["partial-range", "count-mismatch", "needs-count"]);
  });
});
