import { expect, test } from "vitest";
import { hiddenNamesAt, type RenamedIn } from "~/features/history/hidden-people";

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
    const names = used.map((_, index) =>
      [...hiddenNamesAt([hidden], used, index).keys()].join(" "),
    );
    expect(names).toEqual(expected);
  });
