import { expect, test } from "vitest";
import { hiddenNamesIn } from "~/features/history/hidden-people";
import {
  decodeNames,
  encodeNames,
  hiddenNamesNow,
  type KeptNames,
  keptNamesOf,
  knownBefore,
  presentNamesOf,
} from "~/features/history/kept-names";

const used = [
  { id: "one", takenAt: 100 },
  { id: "two", takenAt: 200 },
];
const nobody = { before: [], after: [], others: 0 };
const renames = [{ former: ["ann"], present: ["ann2"] }];
const hidden = [
  { username: "ann", after: 100 },
  { username: "bob", after: 200 },
];
const names = hiddenNamesIn(hidden, [
  { takenAt: 100, renames: [] },
  { takenAt: 200, renames },
]);
const unclear = { before: ["ann", "cyd"], after: ["ann2", "dan"], others: 3 };
const kept = keptNamesOf(
  used,
  new Map([
    ["one", { unclear: nobody }],
    ["two", { unclear }],
  ]),
  { hidden },
  names,
);

test("names come back as they were kept, without the hidden", async () => {
  expect(kept.unclear).toEqual({ two: { before: ["cyd"], after: ["dan"], others: 3 } });
  expect(await decodeNames(encodeNames(kept))).toMatchObject(kept);
  expect(encodeNames(keptNamesOf([], new Map(), {}, []))).toEqual([]);
  expect(await decodeNames([])).toEqual({
    hidden: [],
    same: [],
    takenAt: null,
    present: [],
    unclear: {},
  });
  expect(await decodeNames([new Uint8Array([1, 2, 3])])).toBeUndefined();
});

test("who was shown again or hidden since is known before all is computed anew", () => {
  const [ann, bob] = hidden as [(typeof hidden)[0], (typeof hidden)[0]];
  const since = { username: "eve", after: 200 };
  const namesOf = (now: typeof hidden, from: typeof kept | undefined = kept) =>
    Object.fromEntries(presentNamesOf(now, from));
  expect(namesOf(hidden)).toEqual({ ann2: [ann], bob: [bob] });
  expect(namesOf([bob])).toEqual({ bob: [bob] });
  expect(namesOf([ann, bob, since])).toEqual({ ann2: [ann], bob: [bob], eve: [since] });
  expect(presentNamesOf(hidden, undefined)).toEqual(
    new Map([
      ["ann", [ann]],
      ["bob", [bob]],
    ]),
  );
});

test("whose import is not in use any more is known by the name that they had with the newest one", () => {
  const later = [
    { takenAt: 200, renames: [] },
    { takenAt: 300, renames: [{ former: ["ann2"], present: ["ann3"] }] },
  ];
  const namesIn = (from: typeof kept | undefined) =>
    hiddenNamesIn(hidden, later, knownBefore(hidden, later, from)).map((some) => [...some.keys()]);
  expect(namesIn(kept)).toEqual([
    ["ann2", "bob"],
    ["ann3", "bob"],
  ]);
  expect(namesIn(undefined)).toEqual([
    ["ann", "bob"],
    ["ann", "bob"],
  ]);
  // That one is gone, too: the one before it is still in use, or none is.
  const first = [{ takenAt: 100, renames: [] }];
  expect(hiddenNamesIn(hidden, first, knownBefore(hidden, first, kept))[0]).toEqual(
    new Map([
      ["ann", [hidden[0]]],
      ["bob", [hidden[1]]],
    ]),
  );
  expect(knownBefore(hidden, [{ takenAt: 300 }], kept)).toBeUndefined();
});

test.each<[string, { username: string; after: number }, number, string]>([
  ["hidden after the import that is discarded", { username: "ann2", after: 200 }, 100, "ann"],
  ["hidden after one that had gone before", { username: "ann", after: 50 }, 100, "ann"],
])("the newest import is discarded: %s", (_, one, left, name) => {
  const imports = [
    { takenAt: 100, renames: [] },
    { takenAt: 200, renames },
  ];
  const before = keptNamesOf(
    used,
    new Map(),
    { hidden: [one] },
    hiddenNamesIn([one], imports, {
      takenAt: 100,
      names: new Map(one.after === 50 ? [[one, new Set(["ann"])]] : []),
      carried: new Map(),
    }),
  );
  const now = [{ takenAt: left, renames: [] }];
  expect([
    ...(hiddenNamesIn([one], now, knownBefore([one], now, before))[0]?.keys() ?? []),
  ]).toEqual([name]);
});

interface Step {
  takenAt: number;
  renames: { former: string[]; present: string[]; isTold?: true }[];
  keepsOthers?: boolean;
}

/** An import of that time, with whom it tells to be renamed. */
const step = (takenAt: number, ...pairs: [former: string, present: string][]): Step => ({
  takenAt,
  renames: pairs.map(([former, present]) => ({ former: [former], present: [present] })),
});
const range = (takenAt: number): Step => ({ ...step(takenAt), keepsOthers: true });
const said = (takenAt: number, former: string, present: string): Step => ({
  takenAt,
  renames: [{ former: [former], present: [present], isTold: true }],
});

test.each<[string, { username: string; after: number }, Step[][], string[][]]>([
  [
    "the one that told the rename, of somebody who left",
    { username: "new", after: 300 },
    [
      [step(100), step(200, ["old", "new"]), step(300)],
      [step(100), step(300)],
    ],
    [["new", "old"], ["new"]],
  ],
  [
    "and later another one",
    { username: "new", after: 300 },
    [
      [step(100), step(200, ["old", "new"]), step(300)],
      [step(100), step(300)],
      [step(100), step(300), step(400)],
      [step(100), step(400)],
    ],
    [["new", "old"], ["new"]],
  ],
  [
    "the known list still has who is in no range",
    { username: "new", after: 300 },
    [
      [step(100), step(200, ["old", "new"]), range(300)],
      [step(100), range(300)],
    ],
    [
      ["new", "old"],
      ["new", "old"],
    ],
  ],
  [
    "of somebody who follows anew, and is renamed after that",
    { username: "old", after: 100 },
    [
      [step(100), step(200, ["old", "new"]), step(300)],
      [step(100), step(300)],
      [step(100), step(300), step(400, ["new", "newer"])],
    ],
    [["old"], ["new", "old"], ["newer", "old"]],
  ],
  [
    "an older import comes",
    { username: "new", after: 300 },
    [
      [step(100), step(200, ["old", "new"]), step(300)],
      [step(100), step(300)],
      [step(50), step(100, ["oldest", "old"]), step(300)],
    ],
    [["new", "oldest"], ["new", "old"], ["new"]],
  ],
  [
    "those that are left tell a rename",
    { username: "old", after: 200 },
    [
      [step(100), step(200), step(300)],
      [step(100), step(300, ["old", "new"])],
    ],
    [["old"], ["new", "old"]],
  ],
  [
    "what was said and is taken back leaves nothing",
    { username: "old", after: 300 },
    [
      [step(100), said(200, "old", "new"), step(300)],
      [step(100), step(200), step(300)],
    ],
    [["old"], ["old"], ["old"]],
  ],
  [
    "nor where an import has gone that told nothing of it",
    { username: "old", after: 300 },
    [
      [step(50), step(100), said(200, "old", "new"), step(300)],
      [step(100), said(200, "old", "new"), step(300)],
      [step(100), step(200), step(300)],
    ],
    [["old"], ["old"], ["old"]],
  ],
])("an import between goes: %s", async (_, one, analyses, expected) => {
  let kept: KeptNames | undefined;
  let found: string[][] = [];
  for (const imports of analyses) {
    const { names, carried } = hiddenNamesNow([one], imports, kept);
    found = names.map((some) => [...some.keys()].sort());
    const ids = imports.map(({ takenAt }) => ({ id: `${takenAt}`, takenAt }));
    kept = await decodeNames(
      encodeNames(keptNamesOf(ids, new Map(), { hidden: [one] }, names, carried)),
    );
  }
  expect(found).toEqual(expected);
});

test("names that were kept by an older version are those of the newest import", () => {
  const { earlier: _, ...older } = kept;
  expect(knownBefore(hidden, [{ takenAt: 200 }], older)?.takenAt).toBe(200);
  expect(knownBefore(hidden, [{ takenAt: 100 }], older)).toBeUndefined();
});
