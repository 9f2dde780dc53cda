import { expect, test } from "vitest";
import { crowd } from "#tests/setup/analyses";
import { ownerWith, reportOf, withBuiltInReports } from "#tests/setup/built-in-reports";
import { everyCase, few } from "#tests/setup/cases";
import { madeUpGrowth } from "#tests/setup/growths";

withBuiltInReports();

const day = 86_400_000;
const now = Date.parse("2026-11-20T08:00:00Z");
const postsOf = (most: number) =>
  Array.from({ length: 10 }, (_, at) => ({
    count: most - at,
    date: now - at * 5 * day,
    user: "ana",
  }));

interface Course {
  came: number;
  left: number;
  growth: Parameters<typeof madeUpGrowth>[0];
  /** Each takes two lines. */
  recommendations?: number;
}

const recommendation =
  "Of the 50 people who have followed you longest, you do not follow 47 back. They have stayed all along: have a look at their profiles.";

const totals = { secretFans: 1_203, inactiveFollowers: 44_551, friends: 318, fans: 9_077 };
/** Each has a row in the last table. */
const ofTwoExports = { notFollowingBack: 1_172, returned: 4, renamed: 6, refollowed: 6 };

const ownerOf = ({ came, left, growth, recommendations = 2 }: Course) =>
  ownerWith({
    people: { newFollowers: crowd(came, "new."), lostFollowers: crowd(left, "old.") },
    totals: { ...totals, ...(growth.imports > 1 && ofTwoExports), likes: 98_765, comments: 4_321 },
    notes: { pendingRequests: "needs-export" },
    between: { from: now - 30 * day, to: now },
    growth: madeUpGrowth({ ...growth, now }),
    profile: {
      _insights: {
        status: "completed",
        recommendations: Array(recommendations).fill(recommendation),
      },
      _updatedAt: new Date(now),
      _sources: { export: { takenAt: now - day, account: "ana.films" } },
      topPosts: { mostLikedPosts: postsOf(2_468), mostCommentedPosts: postsOf(68) },
      userEngagement: {
        engagementRate: { status: "Good", cell: 4 },
        averageLikesPerPost: 823,
        averageCommentsPerPost: 36.4,
        reach: { averagePerDay: 777.6, days: 60 },
      },
      overviewStatistics: { totalPostsAnalyzed: 120, postsWithHiddenLikes: 2 },
    },
  });

const courses: [name: string, course: Course][] = [
  ["five years", { came: 4_000, left: 4_000, growth: { imports: 60, days: 1_826, posts: 200 } }],
  ["a year", { came: 1_234, left: 57, growth: { imports: 14, posts: 120, readings: 60 } }],
  ["five exports", { came: 110, left: 100, growth: { imports: 5, posts: 60 } }],
  ["two exports", { came: 40, left: 12, growth: { imports: 2, posts: 40 } }],
  ["one export", { came: 30, left: 0, growth: { imports: 1 } }],
  ["a connection", { came: 0, left: 0, growth: { imports: 0, posts: 60, readings: 30 } }],
];

/** Unless every case is tried, each is set on one paper, in turn. */
const papersOf = (nth: number) =>
  everyCase ? ["a4", "letter"] : [nth % 2 === 0 ? "a4" : "letter"];

test.each(few(courses, 3).map(([name, course], nth) => [name, course, papersOf(nth)] as const))(
  "%s: no page is nearly empty, and the hours stand by their grid",
  async (_, course, papers) => {
    const owner = await ownerOf(course);
    for (const paper of papers) {
      const { pages, depths } = await reportOf(owner, `?paper=${paper}`);
      const nearlyEmpty = depths.flatMap((depth, at) => (depth < 0.4 ? [[at + 1, depth]] : []));
      expect(nearlyEmpty, paper).toEqual([]);
      // The cover names the chapters, too.
      const hours = pages.slice(1).find((page) => page.includes("When to post"));
      if ((course.growth.posts ?? 0) >= 30) expect(hours, paper).toContain("21–24");
    }
  },
);

// With these, the last table fits, or goes on, or has a page of its own, on one paper or the other.
const ends = everyCase ? [0, 6, 7, 15, 18] : [7];
test.each(ends.map((recommendations, nth) => [recommendations, papersOf(nth)] as const))(
  "wherever the chapter before ends, after %i recommendations, the last table leaves no page nearly empty",
  async (recommendations, papers) => {
    const growth = { imports: 40, posts: 120, readings: 60 };
    const owner = await ownerOf({ came: 65, left: 39, growth, recommendations });
    for (const paper of papers) {
      const { depths } = await reportOf(owner, `?paper=${paper}`);
      expect(Math.min(...depths), paper).toBeGreaterThanOrEqual(0.4);
    }
  },
);
