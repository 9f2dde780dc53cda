import { expect, test } from "vitest";
import { everyCase } from "#tests/setup/cases";
import { countsOf } from "~/features/history/changes";
import { compareImports } from "~/features/history/compare";
import { foldImports, samePeopleOf } from "~/features/history/fold";
import type { SamePerson } from "~/features/history/same-people";
import { emptyNameList } from "~/platform/values/name-list";
import { makeCase } from "../../../../bench/analysis/cases.ts";
import { countSaid, emptySaidTally } from "../../../../bench/analysis/said.ts";
import { importAll, type Step } from "../../../../bench/analysis/subscriber.ts";
import { type Chance, chanceFrom } from "../../../../sandbox/histories/chance.ts";
import { namesIn } from "./lists";

// A slice of `npm run bench:analysis`. Without all, those in which the most can be said.
const seeds = everyCase
  ? Array.from({ length: 20 }, (_, at) => 60_000 + at)
  : [0, 3, 4, 5, 7, 10, 11, 13, 16, 19].map((at) => 60_000 + at);

test.each([
  ["", {}],
  [" and a third take an old name back", { renameBackShare: 0.33, rename: 0.002 }],
])(
  `${seeds.length} histories in which half of the follows have no time%s: who is said to be renamed is, as in the generator's own log`,
  async (_, rates) => {
    const tally = emptySaidTally();
    for (const seed of seeds) {
      const one = makeCase(seed, 600, "whole, B, a tenth without a time", rates);
      for (const sent of one.sent) sent.options.emptyShare = 0.5;
      await countSaid(tally, one, await importAll(one));
    }
    expect(tally.said).toBeGreaterThan(100);
    expect(tally.leftovers).toBe(0);
    for (const [kind, { right, wrong, missed }] of Object.entries(tally.scores)) {
      expect(right, kind).toBeGreaterThan(30);
      expect({ wrong, missed }, kind).toEqual({ wrong: 0, missed: 0 });
    }
  },
);

/** Says of new names that each is somebody's who is lost in any import: first of those who followed again. No chains. */
function saidByChance(steps: readonly Step[], chance: Chance): SamePerson[] {
  const namesOf = (kind: "lost" | "new" | "refollowed") => [
    ...new Set(steps.flatMap(({ changes }) => (changes ? namesIn(changes[kind]) : []))),
  ];
  const [lost, again, come] = [namesOf("lost"), new Set(namesOf("refollowed")), namesOf("new")];
  const said: SamePerson[] = [];
  for (const name of [...come.filter((one) => again.has(one)), ...come.slice(0, 40)]) {
    const one = { old: lost[chance.below(lost.length)] ?? name, new: name };
    const isInUse = (each: string) =>
      said.some((other) => other.old === each || other.new === each);
    if (one.old !== one.new && !isInUse(one.old) && !isInUse(one.new)) said.push(one);
  }
  return said;
}

test(`${seeds.length} histories in which anybody is said to be anybody: two neighbours compared say what the import said`, async () => {
  const found = { neighbours: 0, refollowed: 0 };
  for (const seed of seeds) {
    const one = makeCase(seed, 600, "whole, B, a tenth without a time", {
      unfollow: 0.02,
      refollowShare: 0.9,
    });
    const steps = await importAll(one);
    const imports = steps.map(({ imported }) => imported);
    const followersOf = async (id: string) =>
      imports.find((each) => each.id === id)?.followers ?? emptyNameList;
    const said = saidByChance(steps, chanceFrom(seed));
    const same = await samePeopleOf(said, imports, followersOf);
    const fold = await foldImports(imports, followersOf, { same });
    for (const [at, { id }] of imports.entries()) {
      if (at === 0) continue;
      const upTo = imports.slice(0, at + 1);
      const { changes } = await compareImports(upTo, at - 1, followersOf, { same });
      const turnover = fold?.turnovers.get(id);
      expect(countsOf(changes), `seed ${seed}, import ${at}`).toEqual(turnover?.changes);
      // Growth leads each of these seconds to the one before.
      const { before = [], after = [] } = turnover?.again ?? {};
      expect(before).toHaveLength(after.length);
      for (const [place, second] of after.entries()) expect(before[place]).toBeLessThan(second);
      found.neighbours += 1;
      found.refollowed += changes.refollowed.size;
    }
  }
  expect(found.neighbours).toBeGreaterThan(20);
  expect(found.refollowed).toBeGreaterThan(1_000);
});
