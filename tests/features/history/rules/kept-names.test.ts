import { expect, test } from "vitest";
import { hiddenNamesIn } from "~/features/history/hidden-people";
import {
  decodeNames,
  encodeNames,
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
    }),
  );
  const now = [{ takenAt: left, renames: [] }];
  expect([
    ...(hiddenNamesIn([one], now, knownBefore([one], now, before))[0]?.keys() ?? []),
  ]).toEqual([name]);
});

test("names that were kept by an older version are those of the newest import", () => {
  const { earlier: _, ...older } = kept;
  expect(knownBefore(hidden, [{ takenAt: 200 }], older)?.takenAt).toBe(200);
  expect(knownBefore(hidden, [{ takenAt: 100 }], older)).toBeUndefined();
});
