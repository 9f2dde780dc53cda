import { weekInSeconds } from "../../../platform/values/durations.ts";
import type { AnalyzedPost } from "../../analysis/posts.ts";
import type { Window } from "../../history/history.ts";
import { knownTimeOf } from "../../history/window.ts";
import type { ComparedPost, Ledger, LedgerPost } from "../growth.ts";
import { type KnownFollows, secondsWithin } from "./known-follows.ts";
import {
  comparedAt,
  drawLedger,
  type KnownCourse,
  standOut,
  windowSeconds,
} from "./ledger-draws.ts";

/** With less, nothing is tested (docs/analysis.md#what-brought-followers). */
export const fewestToTest = { weeks: 12, posts: 20, follows: 50 };
/** The newest are tested. */
const mostTested = 200;
/** Files of one export give a post the time of its picture or its own: a second apart (docs/instagram.md#the-export, form D). */
const samePost = 2;

/** A post as the ledger takes it. */
type Posted = Pick<LedgerPost, "kind" | "postedAt">;

/** Which posts follows coincided with (docs/analysis.md#what-brought-followers). Those whose follows Instagram itself counts are not tested. */
export function ledgerOf({
  follows,
  imports,
  posts,
  otherTimes,
}: {
  follows: Pick<KnownFollows, "stayed" | "left">;
  /** In use, the oldest first. */
  imports: readonly { takenAt: number; window: Window }[];
  posts: readonly Pick<AnalyzedPost, "kind" | "postedAt" | "follows">[];
  /** Epoch seconds of posts of which only the time is known; those of `posts` may be among them. */
  otherTimes: readonly number[];
}): Ledger {
  const untold = posts.filter((post) => post.follows === null).map(asPosted);
  const others = otherTimes
    .filter((time) => !posts.some(({ postedAt }) => Math.abs(postedAt - time) <= samePost))
    .map((postedAt): Posted => ({ kind: null, postedAt }));
  if (posts.length > 0 && untold.length + others.length === 0) return { outcome: "counted" };
  const times = [...posts.map(({ postedAt }) => postedAt), ...others.map((one) => one.postedAt)];
  const course = courseOf(follows, imports, times);
  const tested = [...untold, ...others]
    .filter(({ postedAt }) => postedAt >= course.from && postedAt + windowSeconds <= course.to)
    .sort((a, b) => b.postedAt - a.postedAt)
    .slice(0, mostTested);
  const found = {
    weeks: Math.max(0, Math.floor((course.to - course.from) / weekInSeconds)),
    posts: tested.length,
    follows: course.follows.length,
  };
  const isEnough = (Object.keys(fewestToTest) as (keyof typeof fewestToTest)[]).every(
    (what) => found[what] >= fewestToTest[what],
  );
  if (!isEnough) return { outcome: "too-few", ...found, bursts: burstsAfter(course, tested) };
  const { drawn, freeTimes } = drawLedger(
    course,
    tested.map(({ postedAt }) => postedAt),
  );
  const outstanding = standOut(drawn.map(({ chance }) => chance));
  return {
    outcome: "tested",
    freeTimes,
    posts: tested.flatMap((post, index): LedgerPost[] => {
      const one = drawn[index];
      return one ? [{ ...post, ...one, standsOut: outstanding[index] ?? false }] : [];
    }),
  };
}

const asPosted = ({ kind, postedAt }: Pick<AnalyzedPost, "kind" | "postedAt">): Posted => ({
  kind: kind === "reel" ? "reel" : "post",
  postedAt,
});

/**
 * The last time that is known without gaps, from the first post and the first follow on: what was posted before is not
 * known, and neither is who came and left before anybody looked.
 */
function courseOf(
  { stayed, left }: Pick<KnownFollows, "stayed" | "left">,
  imports: readonly { takenAt: number; window: Window }[],
  times: readonly number[],
) {
  const known = knownTimeOf(imports).at(-1) ?? { from: 0, to: 0 };
  const firstPost = times.reduce((first, time) => Math.min(first, time), known.to);
  const firstFollow = Math.min(earliest(stayed), earliest(left), known.to);
  const from = Math.max(known.from, firstFollow, firstPost);
  const there = secondsWithin(stayed, from, known.to);
  const gone = secondsWithin(left, from, known.to);
  const follows = new Uint32Array(there.length + gone.length);
  follows.set(there);
  follows.set(gone, there.length);
  follows.sort();
  return { from, to: known.to, follows, posts: times.toSorted((a, b) => a - b) };
}

const earliest = (seconds: Uint32Array): number =>
  seconds.reduce((first, second) => (second < first ? second : first), Number.POSITIVE_INFINITY);

/** What makes a burst (docs/analysis.md#what-brought-followers); nothing is claimed of it. */
export const burst = { follows: 10, timesUsual: 3 };
const mostBursts = 3;
/** What is usual is not known from fewer weeks. */
const fewestWeeks = 3;

/** The posts with the largest bursts after them, largest first, whether the test names them or not. */
export function burstsOf(ledger: Ledger): readonly ComparedPost[] {
  if (ledger.outcome === "tested") return largestBursts(ledger.posts);
  return ledger.outcome === "too-few" ? (ledger.bursts ?? []) : [];
}

/** For accounts with too few posts for the test. */
const burstsAfter = (
  course: KnownCourse,
  posts: readonly Pick<ComparedPost, "kind" | "postedAt">[],
): ComparedPost[] =>
  largestBursts(
    posts.flatMap(({ kind, postedAt }): ComparedPost[] => {
      const { came, usual, weeks } = comparedAt(course, postedAt);
      return weeks < fewestWeeks ? [] : [{ kind, postedAt, came, usual }];
    }),
  );

const largestBursts = <P extends ComparedPost>(posts: readonly P[]): P[] =>
  posts
    .filter(({ came, usual }) => came >= burst.follows && came >= burst.timesUsual * usual)
    .sort((a, b) => b.came - b.usual - (a.came - a.usual))
    .slice(0, mostBursts);
