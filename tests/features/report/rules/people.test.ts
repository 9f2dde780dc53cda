import { expect, test } from "vitest";
import { emptyProfile } from "~/features/analysis/profile";
import type { NamedPeople } from "~/features/report/rules/input";
import { peopleParts } from "~/features/report/rules/people";

const glyphs = new Set(Array.from({ length: 0x7f }, (_, code) => code));

/** What is said after the names of the new followers. */
function afterOf(newFollowers: NamedPeople, source: "built-in" | "outside") {
  const [part] = peopleParts(
    {
      ...{ language: "en", profile: { ...emptyProfile, source }, growth: null },
      knowing: { mayImport: true, mayConnect: true, hasExport: true, isConnected: false },
      ...{ people: { newFollowers }, timeZone: "UTC", paper: "a4", operator: "" },
      rates: {
        ...{ source: "", year: 0 },
        other: { source: "", year: 0, lowestPercent: 0, highestPercent: 0, by: "" },
      },
    },
    glyphs,
  );
  return part?.after;
}

test("hidden people are said to be on no page and in no file", () => {
  const names = ["ann", "bob"];
  expect(afterOf({ names, total: 2, hidden: 0 }, "built-in")).toEqual([]);
  expect(afterOf({ names, total: 3, hidden: 1 }, "built-in")).toEqual(["1 hidden"]);
  expect(afterOf({ names: [], total: 1_234, hidden: 1_234 }, "built-in")).toEqual(["1,234 hidden"]);
  expect(afterOf({ names, total: 7, hidden: 1 }, "built-in")).toEqual([
    "And 4 more. All of them are on the page 'New followers' of your analytics, and in its CSV file.",
    "1 hidden",
  ]);
  expect(afterOf({ names, total: 7, hidden: 1 }, "outside")).toEqual(["And 4 more.", "1 hidden"]);
});
