import { describe, expect, test } from "vitest";
import {
  accountAnswer,
  commentsAnswer,
  mediaAnswer,
} from "~/features/connection/rules/reading-answers";
import { parseExactJson } from "~/features/history/exact-json";
import { mediumInsightsAnswer, reachAnswer } from "~/features/history/insights-answer";

const exactly = (text: string) => parseExactJson(text).value;

describe("an account", () => {
  const whole = `{"id":24100000000000001,"user_id":"17841400000000001","username":"Maja","name":"Maja L",
    "account_type":"MEDIA_CREATOR","profile_picture_url":"https://cdn.example/a.jpg","followers_count":12,
    "follows_count":3,"media_count":5,"more":1}`;
  const read = (body: string) => accountAnswer.safeParse(exactly(body)).data;

  test("is read, with both ids as text", () => {
    expect(read(whole)).toEqual({
      userId: "17841400000000001",
      appScopedId: "24100000000000001",
      username: "maja",
      name: "Maja L",
      type: "MEDIA_CREATOR",
      pictureUrl: "https://cdn.example/a.jpg",
      followers: 12,
      following: 3,
      posts: 5,
    });
  });

  test.each([
    ["no id", { id: undefined }],
    ["no user_id", { user_id: null }],
    ["an id that is a path", { user_id: "../me" }],
    ["no username", { username: undefined }],
    ["a count that is none", { followers_count: "12" }],
    ["a negative count", { followers_count: -1 }],
  ])("is refused with %s", (_, change) => {
    const body = { id: "1", user_id: "2", username: "maja", ...change };
    expect(read(JSON.stringify(body))).toBeUndefined();
  });

  test.each(["javascript:alert(1)", "data:text/html,x", "nowhere", 7])(
    "has no picture at %s",
    (url) => {
      const body = { id: "1", user_id: "2", username: "maja", profile_picture_url: url };
      expect(read(JSON.stringify(body))).toMatchObject({ pictureUrl: null, followers: null });
    },
  );
});

describe("media", () => {
  const medium = { id: "17850000000000001", timestamp: "2026-05-02T07:00:00+0000" };
  const page = (...data: object[]) => mediaAnswer.parse({ data });

  test.each([
    [
      { like_count: 7, comments_count: 2 },
      { likes: 7, comments: 2 },
    ],
    [{ comments_count: 0 }, { likes: null, comments: 0 }],
    [{}, { postedAt: Date.UTC(2026, 4, 2, 7), kind: "post", pictureUrl: null, permalink: null }],
    [{ timestamp: "2026-05-02T09:00:00+0200" }, { postedAt: Date.UTC(2026, 4, 2, 7) }],
    [{ timestamp: "2026-05-02T07:00:00Z" }, { postedAt: Date.UTC(2026, 4, 2, 7) }],
    [{ media_product_type: "REELS" }, { kind: "reel" }],
    [{ media_product_type: "FEED", permalink: "https://i.example/reel/a/" }, { kind: "post" }],
    [{ permalink: "https://i.example/reel/a/" }, { kind: "reel" }],
    [{ permalink: "javascript:alert('/reel/')" }, { kind: "post", permalink: null }],
    [
      { media_type: "IMAGE", media_url: "https://c.example/a.jpg" },
      { pictureUrl: "https://c.example/a.jpg" },
    ],
    [{ media_type: "VIDEO", media_url: "https://c.example/a.mp4" }, { pictureUrl: null }],
    [
      { media_type: "VIDEO", thumbnail_url: "https://c.example/t.jpg" },
      { pictureUrl: "https://c.example/t.jpg" },
    ],
  ])("%o", (fields, read) => {
    const { media, skipped } = page({ ...medium, ...fields });
    expect(media).toMatchObject([read]);
    expect(skipped).toBe(0);
  });

  test("entries without the expected form are counted, and the others are read", () => {
    expect(
      page(medium, { id: "1" }, { ...medium, timestamp: "soon" }, { ...medium, like_count: "7" }),
    ).toMatchObject({ media: [{ id: medium.id }], skipped: 3 });
  });

  const next = "https://graph.example/v26.0/me/media?access_token=canary&after=two";
  test.each([
    ["no paging", undefined, null, 0],
    ["a paging of null", null, null, 0],
    ["cursors of null", { cursors: null, next: null }, null, 0],
    ["a cursor of null", { cursors: { before: null, after: null }, next: null }, null, 0],
    ["cursors of null and a next page", { cursors: null, next }, "two", 0],
    ["a cursor of null and a next page", { cursors: { after: null }, next }, "two", 0],
    ["a cursor on the last page", { cursors: { after: "two" } }, null, 0],
    ["a cursor and a next page", { cursors: { after: "one" }, next }, "one", 0],
    ["a next page only", { next }, "two", 0],
    ["a next page without a cursor", { next: "https://graph.example/" }, null, 1],
  ])("goes on after %s", (_, paging, after, skipped) => {
    expect(mediaAnswer.parse({ data: [], paging })).toEqual({ media: [], skipped, after });
  });
});

test("comments are read with their replies, without what they say", () => {
  const at = "2026-05-02T07:00:00+0000";
  const answer = commentsAnswer.parse({
    data: [
      {
        id: "1",
        text: "canary",
        timestamp: at,
        from: { id: "9", username: "Ana" },
        replies: {
          data: [{ id: "2", timestamp: at, from: { username: "ben" } }, { id: "3" }],
          paging: { cursors: { after: "x" }, next: "https://graph.example/?after=x" },
        },
      },
      { id: "4", timestamp: at },
      { id: "5", timestamp: at, from: { id: "8" } },
      "nothing",
    ],
  });
  expect(answer).toEqual({
    authors: [{ id: "9", username: "ana" }, { id: null, username: "ben" }, null, null],
    skipped: 2,
    cutReplies: [{ comment: "1", after: "x" }],
    after: null,
  });
});

test("a medium's figures are read in both forms, and what is no figure is left out", () => {
  expect(
    mediumInsightsAnswer.parse({
      data: [
        { name: "reach", values: [{ value: 7 }] },
        { name: "views", values: null, total_value: { value: 0 } },
        { name: "likes", values: [{ value: 3 }], total_value: null },
        { name: "saved", values: [] },
        { name: "shares", values: [{ value: "--" }] },
        { name: "follows", values: [{ value: null }] },
        { name: "something_new", values: [{ value: 1 }] },
      ],
    }),
  ).toEqual({ reach: 7, views: 0, likes: 3 });
});

test.each([
  ["no data", [], []],
  ["values of null", [{ name: "reach", values: null }], []],
  ["another metric", [{ name: "views", values: [{ value: 1 }] }], []],
  [
    "days in any order",
    [
      {
        name: "reach",
        values: [
          { value: 2, end_time: "2026-05-03T07:00:00+0000" },
          { value: 1, end_time: "2026-05-02T07:00:00+0000" },
          { value: 9 },
        ],
      },
    ],
    [
      { endsAt: Date.UTC(2026, 4, 2, 7), reach: 1 },
      { endsAt: Date.UTC(2026, 4, 3, 7), reach: 2 },
    ],
  ],
])("reach of each day: %s", (_, data, days) => {
  expect(reachAnswer.parse({ data })).toEqual(days);
});
