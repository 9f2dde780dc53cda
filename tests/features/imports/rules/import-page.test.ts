import { expect, test } from "vitest";
import { oneImport } from "#tests/setup/one-import";
import type { Window } from "~/features/history/history";
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
  const one = {
    import: used(window),
    brokenOff: false,
    changes: null,
    isNewest: true,
    unclear: undefined,
    check: undefined,
  };
  expect(importPageOf(one).whole).toBe(whole);
});
