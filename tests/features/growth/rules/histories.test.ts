import { expect, test } from "vitest";
import { chanceFrom } from "#sandbox/histories/chance.ts";
import { forms } from "#sandbox/histories/export-options.ts";
import { exportZips } from "#sandbox/histories/export-zip.ts";
import { makeHistory } from "#sandbox/histories/history.ts";
import { everyCase } from "#tests/setup/cases";
import { readExport } from "~/features/export/read-export";
import { engagementSeries } from "~/features/growth/engagement";
import { allTime } from "~/features/history/history";
import { keptOf } from "~/features/history/kept-lists";
import { courseOf, type UsedExport } from "../../../../bench/analysis/course.ts";
import {
  accountOf,
  comparedFigures,
  hasSharedSeconds,
} from "../../../../bench/analysis/figures.ts";

// A slice of `npm run bench:figures`. Without all, some that have enough of everything, of each form and in each zone.
const seeds = everyCase
  ? Array.from({ length: 18 }, (_, at) => 70_000 + at)
  : [70_002, 70_003, 70_004, 70_005, 70_015];

test(`${seeds.length} histories: growth, report, analytics and letter say what the log says`, async () => {
  const found = { ranges: 0, returned: 0, refollowed: 0, renamed: 0, strangers: 0, silent: 0 };
  for (const seed of seeds) {
    const account = accountOf(seed);
    if (hasSharedSeconds(account)) continue;
    const figures = await comparedFigures(account);
    for (const { figure, shown, told } of figures)
      expect(shown, `history ${seed}, ${figure}`).toEqual(told);
    const count = (figure: string) => {
      const told = figures.find((one) => one.figure === figure)?.told;
      return Array.isArray(told) ? told.length : Number(told ?? 0);
    };
    found.ranges += account.looks.filter(({ from }) => from > 0).length;
    found.returned += count("changes: analytics, returned");
    found.refollowed += count("changes: analytics, refollowed");
    found.renamed += count("changes: analytics, renamed");
    found.strangers += count("commenters: secret fans");
    found.silent += count("commenters: inactive followers");
  }
  // There is enough of everything.
  for (const [what, count] of Object.entries(found)) expect(count, what).toBeGreaterThan(10);
});

const day = 86_400;
const always = { from: 0, to: 4e12 };
/** Without all, those with the most posts. */
const creators = everyCase ? Array.from({ length: 7 }, (_, at) => 40_000 + at) : [40_001, 40_006];

test(`${creators.length} creators: posts and their rates, by the nearest count of the known list`, async () => {
  let posts = 0;
  for (const seed of creators) {
    const chance = chanceFrom(seed * 13 + 5);
    const gaps = Array.from({ length: 2 + chance.below(4) }, () => 7 + chance.below(38));
    const days = gaps.reduce((sum, gap) => sum + gap, 0);
    const history = makeHistory({
      seed,
      followers: Math.round(20 * 12 ** chance.next()),
      following: 20,
      days,
      accountAgeDays: days + 30 + chance.below(900),
      type: "creator",
      postsPerWeek: 1.5,
    });
    const exports: (UsedExport & { at: number })[] = [];
    for (const [index, gap] of gaps.entries()) {
      const passed = gaps.slice(0, index).reduce((sum, one) => sum + one, gap);
      const at = history.start + passed * day - chance.below(day);
      const takenAt = at + chance.below(2 * day);
      const form = forms[seed % forms.length] ?? "A";
      const sections = ["connections", "account", "insights"] as const;
      const zips = exportZips(history, at, { form, takenAt, stored: true, sections });
      const kept = keptOf(await readExport(inTurn(zips)));
      exports.push({ at, takenAt: takenAt * 1_000, window: allTime, kept });
    }
    const { growth } = await courseOf(exports);
    const nearest = (at: number) => {
      const distances = exports.map(({ takenAt }) => Math.abs(takenAt / 1_000 - at));
      const export_ = exports[distances.indexOf(Math.min(...distances))];
      return history.stateAt(export_?.at ?? 0).followers().size;
    };
    const expected = history.posts
      .filter(({ at, kind }) => at <= (exports.at(-1)?.at ?? 0) && kind !== "story")
      .slice(-200)
      .map(({ at, likes, comments }) => ({
        at: at * 1_000,
        engagement: likes + comments,
        rate: ((likes + comments) / nearest(at)) * 100,
      }));
    const { points } = engagementSeries(growth.posts, always);
    expect(points.map(({ at, engagement, post: { rate } }) => ({ at, engagement, rate }))).toEqual(
      expected,
    );
    posts += points.length;
  }
  expect(posts).toBeGreaterThan(300);
});

async function* inTurn<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
