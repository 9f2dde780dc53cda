import type { ComparedPost, Ledger } from "../growth.ts";
import { comparedAt, type KnownCourse } from "./ledger-draws.ts";

/** What makes a burst (instagram.md 4); nothing is claimed of it. */
export const burst = { follows: 10, timesUsual: 3 };
const mostBursts = 3;
/** Of fewer weeks, what is usual is not known. */
const fewestWeeks = 3;

/** The posts with the largest bursts after them, largest first, whether the test names them or not. */
export function burstsOf(ledger: Ledger): readonly ComparedPost[] {
  if (ledger.outcome === "tested") return largestBursts(ledger.posts);
  return ledger.outcome === "too-few" ? (ledger.bursts ?? []) : [];
}

/** Those of posts that are too few to be tested. */
export const burstsAfter = (
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
