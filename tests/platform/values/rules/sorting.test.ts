import { expect, test } from "vitest";
import { sortedBy, sortingOf, sortQuery } from "../../../../app/platform/values/sorting.ts";

const first = { name: "ascending", likes: "descending" } as const;
const asked = (query: string) => sortingOf(new URLSearchParams(query), first);

test.each([
  ["", undefined],
  ["sort=nothing", undefined],
  ["sort=constructor", undefined],
  ["sort=name", { by: "name", direction: "ascending" }],
  ["sort=likes", { by: "likes", direction: "descending" }],
  ["sort=likes&order=ascending", { by: "likes", direction: "ascending" }],
  ["sort=likes&order=sideways", { by: "likes", direction: "descending" }],
])("?%s", (query, sorting) => {
  expect(asked(query)).toEqual(sorting);
});

test("a head sorts in its first direction, and then the other way round", () => {
  const once = sortedBy("likes", asked("sort=name"), first);
  expect(sortQuery(once, first)).toEqual({ sort: "likes" });
  const twice = sortedBy("likes", once, first);
  expect(sortQuery(twice, first)).toEqual({ sort: "likes", order: "ascending" });
  expect(sortedBy("likes", twice, first)).toEqual(once);
});
