import { expect, test } from "vitest";
import { oneImport } from "#tests/setup/one-import";
import { allTime, type Window } from "~/features/history/history";
import type { Import } from "~/features/history/import";
import { importPageOf } from "~/features/imports/routes/import/one/page-of.server";

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

function wholenessOf(one: Import): string | undefined {
  const shown = {
    import: one,
    brokenOff: false,
    changes: null,
    isNewest: true,
    isPart: false,
    hasGap: false,
    unclear: undefined,
    check: undefined,
  };
  return importPageOf(shown).whole;
}
