import { expect, test } from "vitest";
import { storedProfile } from "~/features/analysis/store/profile-document.server";

const fans = { totalValue: 2, items: [{ username: "ana" }, { username: "ben" }] };
const likes = { totalValue: 98, items: [] };
const post = { postPicUrl: "https://pictures.example/1.jpg", count: 7, date: 1_000, user: "ana" };
const insights = { status: "completed", recommendations: ["Post more reels."] };
const engagement = {
  engagementRate: { status: "Good", cell: 4 },
  averageLikesPerPost: 3,
  averageCommentsPerPost: 1,
};
const document = {
  _insights: insights,
  _updatedAt: 1_000,
  _calculatedData: { audience: { fans }, other: { likes } },
  topPosts: { mostLikedPosts: [post], mostCommentedPosts: [post] },
  userEngagement: engagement,
  overviewStatistics: { totalPostsAnalyzed: 14 },
};
const whole = storedProfile.parse(document);
const read = { picUrl: post.postPicUrl, count: 7, date: 1_000, user: "ana" };

const withPosts = (mostLikedPosts: unknown) => ({
  topPosts: { ...document.topPosts, mostLikedPosts },
});
const withFans = (rotten: unknown) => ({
  _calculatedData: { ...document._calculatedData, audience: { fans: rotten } },
});

test.each<[string, object, object]>([
  [
    "a post that names no user",
    withPosts([{ postPicUrl: null, count: 7 }]),
    { mostLikedPosts: [{ picUrl: undefined, count: 7, date: undefined, user: undefined }] },
  ],
  [
    "a post whose picture is no address",
    withPosts([{ ...post, postPicUrl: 7 }]),
    { mostLikedPosts: [{ ...read, picUrl: undefined }] },
  ],
  [
    "a post with a date in nanoseconds, which no calendar has",
    withPosts([{ ...post, date: 1.79e18 }]),
    { mostLikedPosts: [{ ...read, date: undefined }] },
  ],
  ["a post without a count", withPosts([{ user: "ana" }, post]), { mostLikedPosts: [read] }],
  ["a post that is none", withPosts([null, 7, post]), { mostLikedPosts: [read] }],
  [
    "a post whose count is text",
    withPosts([{ ...post, count: "120" }]),
    { mostLikedPosts: [{ ...read, count: 120 }] },
  ],
  ["no posts", withPosts([]), { mostLikedPosts: [] }],
  [
    "posts none of which can be read",
    withPosts([{ user: "ana" }, null, { ...post, count: "1.2K" }]),
    { mostLikedPosts: undefined },
  ],
  ["posts that are no list", withPosts({ 0: post }), { mostLikedPosts: undefined }],
  [
    "top posts that are none",
    { topPosts: [] },
    { mostLikedPosts: undefined, mostCommentedPosts: undefined },
  ],
  [
    "a person without a name",
    withFans({ ...fans, items: [{ fullName: "Ana" }, ...fans.items] }),
    {},
  ],
  [
    "people who are no list",
    withFans({ ...fans, items: "ana, ben" }),
    { audience: { fans: { total: 2, people: [] } } },
  ],
  [
    "a total that is no number",
    withFans({ ...fans, totalValue: Number.NaN }),
    { audience: { fans: { ...whole.audience.fans, total: null } } },
  ],
  ["a category that is none", withFans(7), { audience: { fans: undefined } }],
  [
    "an audience that is none",
    { _calculatedData: { audience: 7, other: { likes } } },
    { audience: {} },
  ],
  ["figures that are none", { _calculatedData: "soon" }, { audience: {}, other: {} }],
  [
    "a rate beyond the scale",
    { userEngagement: { ...engagement, engagementRate: { status: "Good", cell: 9 } } },
    { engagement: { ...whole.engagement, rate: undefined } },
  ],
  [
    "engagement without a rate",
    { userEngagement: { averageLikesPerPost: 3, averageCommentsPerPost: 1 } },
    { engagement: { ...whole.engagement, rate: undefined } },
  ],
  ["engagement that is none", { userEngagement: null }, { engagement: undefined }],
  [
    "averages that are text",
    {
      userEngagement: { ...engagement, averageLikesPerPost: "12.50", averageCommentsPerPost: "7" },
    },
    { engagement: { ...whole.engagement, averageLikes: 12.5, averageComments: 7 } },
  ],
  ...["", " ", "soon", "1,204", "1e3", "-1", "0x1f", ".5", "5.", "9".repeat(400), true, ["3"]].map(
    (average): [string, object, object] => [
      `an average that is no number: ${JSON.stringify(average).slice(0, 9)}`,
      { userEngagement: { ...engagement, averageLikesPerPost: average } },
      { engagement: { ...whole.engagement, averageLikes: undefined } },
    ],
  ),
  ["statistics that are none", { overviewStatistics: 7 }, { totalPostsAnalyzed: undefined }],
  ["insights without a status", { _insights: {} }, { status: "idle", recommendations: [] }],
  ["a time that is none", { _updatedAt: "soon" }, { updatedAt: undefined }],
  [
    "a recommendation that is no text",
    { _insights: { ...insights, recommendations: [7, ...insights.recommendations] } },
    {},
  ],
])("of a document with %s, the rest is read", (_, rotten, different) => {
  expect(storedProfile.safeParse({ ...document, ...rotten }).data).toEqual({
    ...whole,
    ...different,
  });
});
