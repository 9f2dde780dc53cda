import { expect, test } from "vitest";
import { oneImport } from "#tests/setup/one-import";
import type { CountCheck } from "~/features/history/count-check";
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

test("one that is asked anew whether it is cut does not say that anybody has said so", () => {
  const evidence = { kind: "older-gone", at: null, than: null } as const;
  const one: Import = {
    ...used({ from: second("2026-01-10"), to: open }),
    ...{ state: "held", evidence, answered: ["older-than-last"] },
  };
  const held = wholenessOf(one);
  expect(held).toBeDefined();
  expect(held).not.toContain("You said");
  expect(wholenessOf({ ...one, state: "used" })).toContain("You said that it covers a range only.");
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

/** Of its followers so many were skipped, because of their label. */
const lacking = (skippedByLabel: number, more: Partial<Import> = {}): Import => ({
  ...used(allTime),
  ...{ state: "held", decision: null, problems: [], skippedByLabel },
  unknownLabels: [
    { file: "followers_and_following/followers.json", label: "Kennung", count: 12 },
    { file: "followers_and_following/following.json", label: "Gefolgt", count: 1 },
    { file: "past_instagram_insights/posts.json", label: "Anzahl", count: 1 },
  ],
  ...more,
});
const ofLabel = (entries: string) =>
  `${entries} of the list of followers could not be read, because we do not know`;

test.each<[string, Import, RegExp[]]>([
  ["few of them", lacking(11), [/^11 entries .* know their label yet: Kennung\. Who stands there/]],
  ["one of them", lacking(1), [/^1 entry .* know its label yet: Kennung\. Who stands there/]],
  ["one that is in use", lacking(1, { state: "used" }), [/^1 entry /]],
  ["one that was taken back", lacking(1, { state: "discarded" }), []],
])("followers whose label nobody knows are told with it: %s", (_, one, problems) => {
  const page = pageOf(one);
  expect(page.problems).toEqual(problems.map((words) => expect.stringMatching(words)));
  expect(page.unknownLabels).toEqual(one.state === "discarded" ? [] : ["Anzahl"]);
});

const guess = /last year|All time|A list that a range has cut|off the number/;
const kindOf = (kind: NonNullable<Import["evidence"]>["kind"]) => ({ kind, at: 1, than: 1 });

test.each<[string, Import, string[]]>([
  ["that is asked about", lacking(12, { problems: ["needs-count"] }), []],
  ["that looks cut", lacking(12, { problems: ["partial-range"] }), []],
  [
    "of an older one, and far fewer than before",
    lacking(60, { problems: ["mass-loss", "older-than-last"] }),
    ["may not be complete", "takes its place in time"],
  ],
])("nothing else is guessed of a list that lacks many for their label: one %s", (_, held, more) => {
  for (const kind of ["older-gone", "late-for-account", "few", "nothing", "account"] as const)
    for (const state of ["held", "used"] as const) {
      const one = { ...held, state, evidence: kindOf(kind) };
      const { problems, whole } = pageOf(one);
      expect(problems[0]).toContain(ofLabel(`${held.skippedByLabel} entries`));
      const others = problems.slice(1);
      if (state === "held")
        expect(others).toEqual(more.map((words) => expect.stringContaining(words)));
      expect(problems.join(" ")).not.toMatch(guess);
      expect(whole).toBeUndefined();
    }
});

test("what the export and the number say stays, and so does a guess that a few of them do not explain", () => {
  const problems: Hold[] = ["partial-range", "count-mismatch"];
  const said = pageOf(
    lacking(12, { problems, evidence: kindOf("said-from"), followersShown: 200 }),
  );
  expect(said.problems).toEqual([
    expect.stringContaining(ofLabel("12 entries")),
    expect.stringContaining("asked for as 'last year'"),
    expect.stringContaining("more than 10% off"),
  ]);
  expect(said.whole).toContain("By the request in the export");
  const few = pageOf(lacking(1, { problems: ["partial-range"], evidence: kindOf("older-gone") }));
  expect(few.problems[1]).toContain("asked for as 'last year'");
  expect(few.whole).toContain("A list that a range has cut");
});

test("the number that Instagram counted explains nobody whose label is not known", () => {
  const check = { finding: "many", counted: 120, countedAt: 0, listed: 100 } as const;
  expect(pageOf(lacking(1), check).counted).toContain("20 are missing");
  expect(pageOf(lacking(20), check).counted).toBeUndefined();
});

const wholenessOf = (one: Import) => pageOf(one).whole;

function pageOf(one: Import, check?: CountCheck) {
  const shown = {
    import: one,
    brokenOff: false,
    changes: null,
    isNewest: true,
    next: undefined,
    isPart: false,
    hasGap: false,
    unclear: undefined,
    check,
  };
  return importPageOf(shown);
}
