import { expect, test } from "vitest";
import { hiddenNamesIn } from "~/features/history/hidden-people";
import type { RenamedIn } from "~/features/history/renamed-in";

const renamed = (former: string, present: string) => ({ former: [former], present: [present] });
const told = (former: string, present: string) => ({
  ...renamed(former, present),
  isTold: true as const,
});
const imports = (...renames: RenamedIn["renames"][]): RenamedIn[] =>
  renames.map((some, index) => ({ takenAt: (index + 1) * 100, renames: some }));

const rows: [string, RenamedIn[], { username: string; after: number }, string[]][] = [
  ["never renamed", imports([], [], []), { username: "ann", after: 100 }, ["ann", "ann", "ann"]],
  [
    "renamed after they were hidden",
    imports([], [renamed("ann", "ann2")], [renamed("ann2", "ann3")]),
    { username: "ann", after: 100 },
    ["ann", "ann2", "ann3"],
  ],
  [
    "hidden under the last name",
    imports([], [renamed("ann", "ann2")], [renamed("ann2", "ann3")]),
    { username: "ann3", after: 300 },
    ["ann", "ann2", "ann3"],
  ],
  [
    "a name that somebody else takes later is not hidden",
    imports([], [renamed("ann", "ann2"), renamed("bob", "ann")], []),
    { username: "ann", after: 100 },
    ["ann", "ann2", "ann2"],
  ],
  [
    "gone, and the name is taken by a rename",
    imports([], [renamed("bob", "ann")], []),
    { username: "ann", after: 100 },
    ["ann", "", ""],
  ],
  [
    "of several of one second each may be them",
    imports([], [{ former: ["ann", "bob"], present: ["cyd", "dan"] }]),
    { username: "ann", after: 100 },
    ["ann", "cyd dan"],
  ],
  [
    "of the unclear, the old name too",
    imports([], [{ former: ["ann", "bob"], present: ["cyd"], isUnclear: true }]),
    { username: "ann", after: 100 },
    ["ann", "cyd ann"],
  ],
  [
    "of the unclear, hidden by the old name when it was gone",
    imports([], [{ former: ["ann", "bob"], present: ["cyd"], isUnclear: true }], []),
    { username: "ann", after: 300 },
    ["ann", "ann", "ann"],
  ],
  [
    "hidden while a discarded import was the newest",
    imports([], [renamed("ann", "ann2")]),
    { username: "ann", after: 150 },
    ["ann", "ann2"],
  ],
  [
    "by the subscriber's word, hidden before",
    imports([], [told("ann", "ann2")], []),
    { username: "ann", after: 100 },
    ["ann", "ann2", "ann2"],
  ],
  [
    "by the subscriber's word, hidden under the old name when they had the new one",
    imports([], [told("ann", "ann2")], []),
    { username: "ann", after: 300 },
    ["ann", "ann ann2", "ann ann2"],
  ],
  [
    "by the subscriber's word, hidden under the new name before it counted",
    imports([], [], [told("ann", "ann2")]),
    { username: "ann2", after: 200 },
    ["ann2", "ann2", "ann2"],
  ],
  ["hidden before all imports", imports([], []), { username: "ann", after: 0 }, ["ann", "ann"]],
];

for (const [what, used, hidden, expected] of rows)
  test(what, () => {
    const names = hiddenNamesIn([hidden], used).map((some) => [...some.keys()].join(" "));
    expect(names).toEqual(expected);
  });

const group = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

test("of a second that an invented export gives to thousands, nobody is followed", () => {
  const renames = [{ former: group("a", 20_000), present: group("b", 19_999), isUnclear: true }];
  const used = imports([], renames as RenamedIn["renames"]);
  const hidden = group("a", 5_000).map((username) => ({ username, after: 100 }));
  const names = hiddenNamesIn(hidden, used).map(({ size }) => size);
  expect(names).toEqual([5_000, 5_000]);
});

test("through many imports of shared seconds, a person's names stay few", () => {
  const letters = ["a", "b", "c", "d", "e", "f"];
  const renames = letters.slice(1).map((letter, step) =>
    Array.from({ length: 20 }, (_, at) => ({
      // Each import groups them anew, so that one may be everybody after two steps.
      former: group(letters[step] ?? "", 400).filter((_, index) =>
        step % 2 === 0 ? index % 20 === at : Math.floor(index / 20) === at,
      ),
      present: group(letter, 400).filter((_, index) =>
        step % 2 === 0 ? index % 20 === at : Math.floor(index / 20) === at,
      ),
    })),
  );
  const sizes = hiddenNamesIn([{ username: "a0", after: 100 }], imports([], ...renames)).map(
    ({ size }) => size,
  );
  expect(sizes.slice(0, 2)).toEqual([1, 20]);
  expect(Math.max(...sizes)).toBeLessThan(200);
});
