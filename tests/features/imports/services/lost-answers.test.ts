import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { breakOnce, firestore } from "#tests/setup/lost-answers";
import { storedAnalysis } from "~/features/history/analyses.server";
import { allTime } from "~/features/history/history";
import type { Import } from "~/features/history/import";
import { beginReading, importsOf } from "~/features/history/import-documents.server";
import { readPiece } from "~/features/history/kept-pieces.server";
import { eraseUnused } from "~/features/imports/cleanup.server";
import { carryOutPlan } from "~/features/imports/services/carry-out-plan.server";
import {
  planPress,
  planRemoval,
  planTakeIn,
  type Standing,
  sameExport,
} from "~/features/imports/services/plans.server";
import type { ImportThread } from "~/features/imports/thread.server";
import { backgroundSettled } from "~/platform/work/background.server";

let uid: string;
beforeEach(() => {
  uid = `uid-${randomUUID()}`;
});

const imported = (digest: string): Import => ({
  id: randomUUID(),
  state: "reading",
  startedAt: Date.now(),
  aliveAt: Date.now(),
  takenAt: Date.now(),
  account: "me",
  ownNames: [],
  counts: { followers: 3, following: 1, skipped: 0 },
  found: ["followers"],
  digest,
  followersShown: null,
  unreadable: {},
  unknownLabels: [],
  problems: [],
  window: allTime,
  evidence: null,
  decision: null,
  pieces: 0,
  readings: null,
});

/** Computes nothing, and keeps one piece. */
const thread = (of: Import) => () =>
  ({
    async analyse(_: unknown, { keep }: { keep: (piece: Uint8Array) => Promise<void> }) {
      await keep(new Uint8Array([7]));
      return {
        changes: { [of.id]: null },
        index: { starts: [0], categories: {} },
        growth: { growth: { at: 0, count: 1 }, departures: { at: 0, count: 0 } },
        profile: { _source: "built-in" },
      };
    },
  }) as unknown as ImportThread;

const takeIn = async (one: Import) => {
  expect(await beginReading(uid, one)).toBe(true);
  return carryOutPlan(uid, thread(one), (standing) => planTakeIn(one, standing, Date.now()));
};

/** The lists that the stored analysis names. */
async function lists(): Promise<Uint8Array | undefined> {
  await backgroundSettled();
  const { analysis } = await storedAnalysis(uid);
  return analysis && readPiece("analysisLists", `${uid}-${analysis.generation}`, 0);
}

const states = async () => (await importsOf(uid)).map(({ state }) => state);
const whole = Buffer.of(7);

test("an import whose answer was lost is this import, and keeps its lists", async () => {
  const one = imported("first");
  const breaks = breakOnce(`analyses/${uid}`, "as it is answered");
  const settled = await takeIn(one);
  expect(breaks()).toBe(1);
  expect(settled).toMatchObject({ outcome: "done", plan: { moves: [{ to: { id: one.id } }] } });
  expect(await lists()).toEqual(whole);
  expect(await states()).toEqual(["used"]);
});

test("one that was not carried out is, at the second try", async () => {
  breakOnce(`analyses/${uid}`, "before");
  expect(await takeIn(imported("first"))).toMatchObject({ plan: { moves: [{}] } });
  expect(await lists()).toEqual(whole);
});

test.each([
  ["the only import", 0],
  ["one of two", 1],
])("a press on %s whose answer was lost is a press that is done", async (_, others) => {
  const [one, other] = [imported("first"), imported("second")];
  await takeIn(one);
  if (others) await takeIn(other);
  const discard = (standing: Standing) => {
    const found = standing.imports.find(({ id }) => id === one.id) ?? one;
    return planPress(found, { ...found, state: "discarded" }, standing);
  };
  const breaks = breakOnce(`analyses/${uid}`, "as it is answered");
  const settled = await carryOutPlan(uid, thread(other), discard);
  expect(breaks()).toBe(1);
  expect(settled).toMatchObject({ plan: { moves: [{ from: "used" }] } });
  expect(await lists()).toEqual(others ? whole : undefined);
});

test.each([
  ["the only import", 0],
  ["one of two", 1],
])("the removal of %s whose answer was lost is done", async (_, others) => {
  const [rotten, other] = [randomUUID(), imported("second")];
  if (others) await takeIn(other);
  firestore.write(`imports/${rotten}`, { uid, state: 7 });
  const removal = (standing: Standing) => planRemoval(rotten, standing);
  const breaks = breakOnce(`imports/${rotten}`, "as it is answered");
  const settled = await carryOutPlan(uid, thread(other), removal);
  expect(breaks()).toBe(1);
  expect(settled).toMatchObject({ plan: { removed: rotten } });
  expect(await lists()).toEqual(others ? whole : undefined);
  expect(firestore.read(`imports/${rotten}`)).toBeUndefined();
});

test("lists that the stored analysis names are no unused ones, whoever says so", async () => {
  await takeIn(imported("first"));
  const { analysis } = await storedAnalysis(uid);
  const unused = (generation: string) =>
    eraseUnused({ ...change, uid, analysis: named(generation) });
  const named = (generation: string) => analysis && { ...analysis, generation };
  firestore.write(`analysisLists/${uid}-other-0`, { uid, owner: `${uid}-other` });
  await unused(analysis?.generation ?? "");
  expect(await lists()).toEqual(whole);
  await unused("other");
  expect(firestore.read(`analysisLists/${uid}-other-0`)).toBeUndefined();
  // Named by another revision, or by what is rotten otherwise.
  firestore.write(`analyses/${uid}`, { generation: analysis?.generation });
  await unused(analysis?.generation ?? "");
  expect(firestore.read(`analysisLists/${uid}-${analysis?.generation}-0`)).toBeDefined();
});

const change = {
  computedFrom: undefined,
  imports: [],
  erased: [],
  connection: undefined,
  profile: "none",
} as const;

test.each([
  ["used", "of now", true],
  ["held", "of now", true],
  ["used", "of before", true],
  // Made by this release, which read all that is sent now: a file was added.
  ["used since", "of before", false],
  // It may lack just what is read since.
  ["held", "of before", false],
  ["discarded", "of now", false],
] as const)(
  "an import that is %s with the digest %s is the same export: %s",
  (state, digest, is) => {
    const known: Import = {
      ...imported(digest),
      state: state === "used since" ? "used" : state,
      startedAt: Date.UTC(2026, state === "used since" ? 11 : 10, 20),
    };
    const sent: Import = { ...imported("of now"), formerDigests: ["of before"] };
    expect(sameExport([known], sent)).toBe(is ? known : undefined);
  },
);
