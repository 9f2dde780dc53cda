import { expect, test } from "vitest";
import { sameSeconds, suggestedOnce } from "~/features/history/alike-names";
import { changesBetween } from "~/features/history/changes";
import { allTime } from "~/features/history/history";
import { listOf } from "./lists";

type People = Record<string, number | null>;

const takenBefore = 500_000;

const suggested = (
  followers: readonly [People, People],
  following: readonly [People, People],
): string => {
  const before = { list: listOf(followers[0]), takenAt: takenBefore, knownTime: [allTime] };
  const { changes } = changesBetween(before, listOf(followers[1]), allTime);
  const found = sameSeconds(listOf(following[0]), takenBefore, listOf(following[1]), changes);
  return found.map((one) => `${one.old} → ${one.new}`).join(", ");
};

const rows: [string, readonly [People, People], readonly [People, People], string][] = [
  [
    "a mutual who left, changed the name and followed again",
    [{ ann: 10 }, { nora: 900 }],
    [{ ann: 20 }, { nora: 20 }],
    "ann → nora",
  ],
  [
    "two who are followed since one second",
    [
      { ann: 10, bob: 11 },
      { nora: 900, olaf: 901 },
    ],
    [
      { ann: 20, bob: 20 },
      { nora: 20, olaf: 20 },
    ],
    "",
  ],
  ["a second that is not known", [{ ann: 10 }, { nora: 900 }], [{ ann: null }, { nora: null }], ""],
  [
    "who stayed under the old name",
    [{ ann: 10 }, { ann: 10, nora: 900 }],
    [{ ann: 20 }, { nora: 20 }],
    "",
  ],
  ["who did not come", [{ ann: 10, nora: 12 }, { nora: 12 }], [{ ann: 20 }, { nora: 20 }], ""],
  ["whom the subscriber follows no more", [{ ann: 10 }, { nora: 900 }], [{ ann: 20 }, {}], ""],
  [
    "a rename that the followers' seconds tell",
    [{ ann: 10 }, { nora: 10 }],
    [{ ann: 20 }, { nora: 20 }],
    "",
  ],
];

for (const [what, followers, following, expected] of rows)
  test(what, () => {
    expect(suggested(followers, following)).toBe(expected);
  });

test("each name is suggested once, a hidden one not at all, and a hundred at most", () => {
  const pair = (old: string, now: string) => ({ old, new: now });
  const nobody = () => false;
  const all = [pair("a", "b"), pair("a", "c"), pair("d", "b"), pair("e", "f")];
  expect(suggestedOnce(all, nobody)).toEqual([pair("a", "b"), pair("e", "f")]);
  expect(suggestedOnce(all, (name) => name === "b")).toEqual([pair("a", "c"), pair("e", "f")]);
  const many = Array.from({ length: 150 }, (_, index) => pair(`old${index}`, `new${index}`));
  expect(suggestedOnce(many, nobody)).toEqual(many.slice(0, 100));
});
