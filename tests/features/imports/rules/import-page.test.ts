import { expect, test } from "vitest";
import { oneImport } from "#tests/setup/one-import";
import { allTime, type Hold, holds, type Window } from "~/features/history/history";
import type { Import } from "~/features/history/import";
import { importPageOf } from "~/features/imports/routes/import/one/page-of.server";
import { afterPress } from "~/features/imports/rules/decision";

const second = (day: string) => Date.parse(day) / 1_000;
const open = Number.POSITIVE_INFINITY;

const used = (window: Window): Import =>
  oneImport({
    state: "used",
    takenAt: Date.parse("2026-11-20"),
    problems: ["partial-range"],
    window,
    evidence: null,
    decision: "use",
  });

test.each<[Window, string]>([
  [
    { from: second("2026-01-10"), to: open },
    "You said that it covers a range only. It counts for who followed from Jan 10, 2026 on.",
  ],
  [
    { from: 0, to: second("2026-10-20") },
    "By the request in the export, it covers only follows up to Oct 20, 2026.",
  ],
  [
    { from: second("2026-01-10"), to: second("2026-10-20") },
    "You said that it covers a range only. It counts for who followed from Jan 10, 2026 on. By the request in the export, it covers only follows up to Oct 20, 2026.",
  ],
])("an export that counts within %j says so", (window, whole) => {
  expect(wholenessOf(used(window))).toBe(whole);
});

test.each<[number, string]>([
  [101, "Yes, by the number on your profile. The export lists 100 of 101 followers."],
  [99, "Yes, by the number on your profile, 99. The export lists no fewer: 100."],
  [10, "So few followers do not tell by themselves"],
  [107, "So few followers do not tell by themselves"],
])("one of 100 that is used with %d followers shown says by what it is whole", (shown, words) => {
  const evidence = { kind: "few", at: null, than: null } as const;
  const one = { ...used(allTime), evidence, followersShown: shown };
  expect(wholenessOf(one)).toContain(words);
});

test("one that was asked about, and is used by a number that fits, counts as whole by that number", () => {
  const evidence = { kind: "few", at: null, than: null } as const;
  const problems = ["needs-count"] as const;
  const counts = { followers: 13, following: null, skipped: 0 };
  const one = { ...used(allTime), evidence, counts, problems: [...problems], followersShown: 14 };
  expect(wholenessOf(one)).toBe(
    "You said that your profile shows 14 followers. The export lists 13 of them, and counts as the whole list.",
  );
});

test("a number that bears nothing out is no proof, whatever was found before", () => {
  const evidence = { kind: "count", at: null, than: null } as const;
  const one = { ...used(allTime), decision: null, evidence, followersShown: 10 };
  expect(wholenessOf(one)).toContain("nothing proves it either");
});

test("a held one of older versions that says of no second that all older ones are gone names the day it was taken", () => {
  const evidence = { kind: "older-gone", at: null, than: null } as const;
  const one = { ...used(allTime), state: "held", decision: null, evidence } as const;
  expect(wholenessOf(one)).toContain("Everybody who followed before Nov 20, 2026 is gone at once.");
});

const everyHold: readonly Hold[] = holds;
const about: Record<Hold, string> = {
  "other-account": "of another account",
  "partial-range": "covers? less than all time|asked for as 'last year'",
  "count-mismatch": "more than 10% off",
  "needs-count": "The number of followers on your profile tells",
  "mass-loss": "of 200 followers would be gone",
  "older-than-last": "If you use it, it takes its place",
};

test("what was asked about it is asked while it is held, and no more once it is used", () => {
  const window = { from: second("2026-01-10"), to: open };
  const changes = { new: 0, lost: 120, renamed: 0, returned: 0, refollowed: 0, unclear: 0 };
  const readings = { before: 200, range: null, whole: { window: allTime, known: 80, changes } };
  const held: Import = {
    ...used(window),
    state: "held",
    problems: holds,
    decision: null,
    readings,
  };
  const askedOf = (one: Import) => {
    const { problems } = pageOf(one);
    return everyHold.filter((hold) => problems.some((words) => words.match(about[hold])));
  };
  expect(pageOf(held).problems).toHaveLength(everyHold.length);
  expect(askedOf(held)).toEqual(everyHold);
  const afterwards = ["other-account", "partial-range", "count-mismatch"];
  for (const press of ["use", "whole"] as const) {
    const pressed = afterPress(held, press, 100);
    if (pressed === "shown") throw new Error("the number was said");
    expect(pressed).toMatchObject({ state: "used", problems: holds });
    expect(pageOf(pressed).problems).toHaveLength(afterwards.length);
    expect(askedOf(pressed)).toEqual(afterwards);
  }
});

const wholenessOf = (one: Import) => pageOf(one).whole;

function pageOf(one: Import) {
  const shown = {
    import: one,
    brokenOff: false,
    changes: null,
    isNewest: true,
    next: undefined,
    isPart: false,
    hasGap: false,
    unclear: undefined,
    check: undefined,
  };
  return importPageOf(shown);
}
