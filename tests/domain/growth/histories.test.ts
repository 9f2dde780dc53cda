import rates from "content:engagement-rates";
import rules from "content:recommendations";
import { expect, test } from "vitest";
import { chanceFrom } from "#sandbox/histories/chance.ts";
import { forms } from "#sandbox/histories/export-options.ts";
import { exportZips } from "#sandbox/histories/export-zip.ts";
import { type History, makeHistory } from "#sandbox/histories/history.ts";
import { allTime } from "~/domain/analysis/analysis";
import { readExport } from "~/domain/export/read-export";
import { decodeGrowth } from "~/domain/growth/encode";
import type { Growth, GrowthOfExports } from "~/domain/growth/growth";
import { engagementSeries } from "~/domain/growth-series/engagement";
import { followersSeries } from "~/domain/growth-series/followers";
import { gainedBy, leftBetween } from "~/domain/growth-series/gained-and-left";
import { analyse } from "~/domain/imports/analyse";
import { encodeLists, keptOf } from "~/domain/imports/kept-lists";
import type { AnalysedImport, Ask } from "~/domain/imports/work";
import { countBy, toldByLog } from "./told-by-log.ts";

const day = 86_400;
const always = { from: 0, to: 4e12 };

interface Case {
  history: History;
  /** Epoch seconds: of these the exports tell, and so long after each of them it was taken. */
  moments: number[];
  delays: number[];
  form: (typeof forms)[number];
}

/** The history with this seed: of 20 to 240 followers, 2 to 5 exports, a week to six weeks apart. */
function caseOf(seed: number): Case {
  const chance = chanceFrom(seed * 13 + 5);
  const gaps = Array.from({ length: 2 + chance.below(4) }, () => 7 + chance.below(38));
  const days = gaps.reduce((sum, gap) => sum + gap, 0);
  const history = makeHistory({
    seed,
    followers: Math.round(20 * 12 ** chance.next()),
    following: 20,
    days,
    accountAgeDays: days + 30 + chance.below(900),
    type: seed % 2 === 0 ? "creator" : "personal",
    postsPerWeek: 1.5,
  });
  let passed = 0;
  const moments = gaps.map((gap) => {
    passed += gap;
    return history.start + passed * day - chance.below(day);
  });
  const delays = moments.map(() => chance.below(2 * day));
  return { history, moments, delays, form: forms[seed % forms.length] ?? "A" };
}

/** Imports the exports one after the other, as the import thread does, each with what the analysis before it kept. */
async function growthOf({ history, moments, delays, form }: Case): Promise<Growth> {
  const lists = new Map<string, Uint8Array[]>();
  const used: AnalysedImport[] = [];
  let departures: Uint8Array[] = [];
  let growth: Growth | undefined;
  for (const [index, at] of moments.entries()) {
    const takenAt = at + (delays[index] ?? 0);
    const isCreator = history.options.type === "creator";
    const sections = [
      "connections",
      "account",
      ...(isCreator ? (["insights"] as const) : []),
    ] as const;
    const zips = exportZips(history, at, { form, takenAt, stored: true, sections });
    const read = await readExport(inTurn(zips));
    const kept = keptOf(read);
    const id = String(index);
    used.push({
      id,
      takenAt: takenAt * 1_000,
      account: read.account,
      window: allTime,
      followers: kept.followers.size,
      followersShown: null,
    });
    // Lists that were read are freed by whoever reads them: each analysis gets its own copy.
    lists.set(id, [...encodeLists(kept)]);
    const pieces: Uint8Array[] = [];
    const ask: Ask = async (question) => {
      if (question.ask === "keep") pieces.push(question.piece);
      if (question.ask !== "piece") return null;
      return new Uint8Array(lists.get(question.id)?.[question.index] ?? []).length > 0
        ? new Uint8Array(lists.get(question.id)?.[question.index] ?? [])
        : null;
    };
    const result = await analyse(
      {
        task: "analyse",
        uid: "uid",
        used,
        recomputeFrom: index,
        departures,
        content: { rules, rates },
        now: takenAt * 1_000,
      },
      ask,
    );
    if ("held" in result) throw new Error("held");
    const { growth: own, departures: left } = result.growth;
    growth = await decodeGrowth(pieces.slice(own.at, own.at + own.count));
    departures = pieces.slice(left.at, left.at + left.count);
  }
  if (!growth) throw new Error("no export");
  return growth;
}

async function* inTurn<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

/** Counts of days that have any, by date. */
const byDate = ({ firstDay }: GrowthOfExports, counts: readonly number[]) =>
  Object.fromEntries(
    counts.flatMap((count, index) =>
      count > 0 ? [[dateOf(new Date((firstDay + index) * day * 1_000)), count] as const] : [],
    ),
  );
const dateOf = (at: Date) => at.toISOString().slice(0, 10);
const monthOf = (at: Date) => at.toISOString().slice(0, 7);
const mondayOf = (at: Date) =>
  dateOf(new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * day * 1_000));

function checkFollows(growth: Growth, { history, moments, delays }: Case) {
  const { exports } = growth;
  if (!exports) throw new Error("no exports");
  const told = toldByLog(history, moments);
  const takenAt = moments.map((at, index) => (at + (delays[index] ?? 0)) * 1_000);
  expect(byDate(exports, exports.stayed)).toEqual(countBy(told.stayed, dateOf));
  expect(byDate(exports, exports.left)).toEqual(countBy(told.left, dateOf));
  expect(exports.undated).toBe(0);

  const came = countBy([...told.stayed, ...told.left], monthOf);
  const stayed = countBy(told.stayed, monthOf);
  for (const { month, ...cohort } of exports.cohorts) {
    const end = new Date(`${month}-01T00:00:00Z`);
    end.setUTCMonth(end.getUTCMonth() + 1);
    const seenAt = takenAt.find((at) => at >= end.getTime() + 3 * day * 1_000 - 1_000);
    expect(cohort).toEqual({ came: came[month], stayed: stayed[month] ?? 0, seenAt });
  }
  const lastMonth = Object.keys(came).toSorted().at(-1) ?? "";
  expect(exports.cohorts.length).toBeGreaterThanOrEqual(Object.keys(came).length - 2);
  expect(lastMonth).not.toBe("");

  const byPeriod = (period: "week" | "month", keyOf: (at: Date) => string) =>
    Object.fromEntries(
      gainedBy(period, growth, always)
        .filter(({ gained }) => gained > 0)
        .map(({ from, gained }) => [keyOf(new Date(from)), gained]),
    );
  const all = [...told.stayed, ...told.left].filter(
    (second) => second * 1_000 < (takenAt.at(-1) ?? 0),
  );
  expect(byPeriod("week", mondayOf)).toEqual(countBy(all, mondayOf));
  expect(byPeriod("month", monthOf)).toEqual(came);
  const { reconstructed, exported } = followersSeries(growth);
  expect(exported).toEqual(takenAt.map((at, index) => ({ at, followers: told.followers[index] })));
  // Before the first export: who is in it, by the time of their follow.
  for (const { at, followers } of reconstructed.filter((_, index) => index % 30 === 0))
    expect(followers).toBe(all.filter((second) => second * 1_000 < at).length);
  return { exports, told };
}

function checkPosts(growth: Growth, { history, moments, delays }: Case) {
  const last = moments.at(-1) ?? 0;
  const counts = toldByLog(history, moments).followers;
  const own = history.posts.filter(({ at, kind }) => at <= last && kind !== "story").slice(-200);
  const nearest = (at: number) => {
    const distances = moments.map((moment, index) => Math.abs(moment + (delays[index] ?? 0) - at));
    return counts[distances.indexOf(Math.min(...distances))] ?? 0;
  };
  const expected = own.map(({ at, likes, comments }) => ({
    at: at * 1_000,
    engagement: likes + comments,
    rate: ((likes + comments) / nearest(at)) * 100,
  }));
  const { points } = engagementSeries(growth.posts, always);
  expect(points.map(({ at, engagement, post: { rate } }) => ({ at, engagement, rate }))).toEqual(
    expected,
  );
}

test("200 histories: every series says what the log says", async () => {
  let losses = 0;
  let telling = 0;
  let posts = 0;
  for (let seed = 40_000; seed < 40_200; seed += 1) {
    const one = caseOf(seed);
    const growth = await growthOf(one);
    const { exports, told } = checkFollows(growth, one);
    const unknowable = one.moments.map((moment, index) =>
      index === 0
        ? 0
        : one.history.truthBetween(one.moments[index - 1] ?? 0, moment).unknowable.length,
    );
    for (const [index, { left }] of exports.imports.entries()) {
      if (left === null) continue;
      // A renamed person who followed again is two people to anybody who compares exports.
      const off = Math.abs(left - (told.lost[index] ?? 0));
      expect(off).toBeLessThanOrEqual(unknowable[index] ?? 0);
      losses += left;
      if (unknowable[index] === 0) telling += 1;
    }
    expect(leftBetween(growth, always).map(({ left }) => left)).toEqual(
      exports.imports.slice(1).map(({ left }) => left),
    );
    if (one.history.options.type === "creator") {
      checkPosts(growth, one);
      posts += growth.posts.length;
    } else expect(growth.posts).toEqual([]);
  }
  expect(losses).toBeGreaterThan(1_000);
  expect(telling).toBeGreaterThan(500);
  expect(posts).toBeGreaterThan(5_000);
}, 120_000);
