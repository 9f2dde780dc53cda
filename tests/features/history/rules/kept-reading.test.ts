import { describe, expect, test } from "vitest";
import { joinList } from "~/features/history/deleted-posts";
import {
  emptyReading,
  joinKept,
  type KeptPost,
  type KeptReading,
  readHead,
  readingOf,
  readPieceOfCommenters,
  writeKept,
} from "~/features/history/kept-reading";
import { noteFigures, noteFollowers, noteReach } from "~/features/history/noted-figures";

const day = 86_400_000;
const now = Date.UTC(2026, 10, 22, 9);

const post = (id: string, fields: Partial<KeptPost> = {}): KeptPost => ({
  id,
  kind: "post",
  postedAt: now - day,
  permalink: null,
  pictureUrl: null,
  likes: 5,
  comments: 2,
  figures: { reach: 40 },
  readAt: now,
  isWhole: true,
  lacksInsights: false,
  history: [],
  commenters: [["ana", 2]],
  ...fields,
});

const kept = (posts: KeptPost[], fields: Partial<KeptReading> = {}): KeptReading => ({
  ...emptyReading("maja"),
  readAt: now,
  posts,
  ...fields,
});

function reread(one: KeptReading, lost?: number): KeptReading {
  const { pieces, head } = writeKept(one);
  const read = pieces.flatMap((text, at) =>
    at === lost ? [] : [readPieceOfCommenters(text) ?? []],
  );
  const found = readHead(head(pieces.map((_, at) => at + 1)));
  if (!found) throw new Error("the head cannot be read");
  return joinKept(found, read);
}

const crowd = (count: number, of: string): [string, number][] =>
  Array.from({ length: count }, (_, at) => [`${of}.commenter.${at}`, 1 + (at % 3)]);

describe("what is kept", () => {
  test("comes back as it was, however many pieces it takes", () => {
    const one = kept(
      [
        post("new", { readAt: null, commenters: [], isWhole: false }),
        post("silent", { commenters: [] }),
        post("loud", { commenters: crowd(60_000, "loud") }),
        post("old", { commenters: crowd(10_000, "old"), likes: null, figures: {} }),
      ],
      {
        followers: 12,
        followerCounts: [{ at: 1, followers: 2 }],
        underWay: {
          begunAt: 3,
          list: null,
          comments: {
            ...{ post: "new", after: "cursor", seen: 2, named: 1, isCut: false },
            commenters: [["ben", 1]],
          },
          commentsOf: null,
          refusedAgain: [],
          hasReach: true,
          refused: ["insights"],
        },
      },
    );
    const { pieces } = writeKept(one);
    expect(pieces.length).toBeGreaterThan(2);
    for (const text of pieces) expect(text.length).toBeLessThan(700_000);
    expect(reread(one)).toEqual(one);
  });

  test("leaves older pieces as they are when a post is added", () => {
    const old = [
      post("b", { commenters: crowd(30_000, "b") }),
      post("a", { commenters: crowd(30_000, "a") }),
    ];
    const before = writeKept(kept(old)).pieces;
    const after = writeKept(kept([post("c"), ...old])).pieces;
    expect(before.length).toBeGreaterThan(1);
    expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
  });

  test("of a lost piece is read anew, and the rest stays", () => {
    const one = kept([post("b", { commenters: crowd(40_000, "b") }), post("a")], {
      isListed: true,
    });
    const again = reread(one, 0);
    expect(again.posts.map(({ id, readAt }) => [id, readAt === null])).toContainEqual(["a", true]);
    expect(readingOf(again)).toMatchObject({ hasCommenters: false, wholePosts: 0 });
    expect(again.posts.map(({ likes }) => likes)).toEqual([5, 5]);
  });

  test.each<[string, Partial<KeptPost>[], boolean]>([
    ["there are no posts", [], true],
    ["no post has comments", [{ comments: 0 }, { comments: 0 }], true],
    ["only those without comments are whole", [{ comments: 0 }, { isWhole: false }], false],
    ["one with comments is whole, too", [{ comments: 0 }, {}, { isWhole: false }], true],
    ["the count of comments is not told", [{ comments: null }, { isWhole: false }], true],
  ])("where %s, whether it is known who commented", (_, posts, hasCommenters) => {
    const one = kept(
      posts.map((fields, at) => post(String(at), fields)),
      { isListed: true },
    );
    expect(readingOf(one)).toMatchObject({ hasCommenters });
  });

  test.each(["", "[]", "{}", '{"version":2}', "null"])("%j is no head", (text) => {
    expect(readHead(text)).toBeUndefined();
  });
  test.each(["", "{}", '[["a"]]', '[["a",[["name"]]]]'])("%j is no piece", (text) => {
    expect(readPieceOfCommenters(text)).toBeUndefined();
  });

  test("is no reading before its first figures", () => {
    expect(readingOf(kept([post("a")], { readAt: null }))).toBeUndefined();
  });
});

test("followers are counted once a day, the last count of it", () => {
  const one = kept([]);
  noteFollowers(one, 10, now - day);
  noteFollowers(one, 11, now);
  noteFollowers(one, 12, now + 3_600_000);
  expect(one.followerCounts).toEqual([
    { at: (now - day) / 1_000, followers: 10 },
    { at: now / 1_000 + 3_600, followers: 12 },
  ]);
});

test("a day's reach that Instagram corrects takes the place of the first", () => {
  const one = kept([], {
    reach: [
      { endsAt: 1, reach: 5 },
      { endsAt: 2, reach: 6 },
    ],
  });
  noteReach(one, [
    { endsAt: 3, reach: 8 },
    { endsAt: 2, reach: 7 },
  ]);
  expect(one.reach.map(({ endsAt, reach }) => [endsAt, reach])).toEqual([
    [1, 5],
    [2, 7],
    [3, 8],
  ]);
});

describe("a post's history", () => {
  test("has a row a day, with -1 for what is not known", () => {
    const one = post("a", { likes: null, figures: {} });
    noteFigures(one, now);
    noteFigures(Object.assign(one, { likes: 6 }), now + 60_000);
    noteFigures(Object.assign(one, { figures: { reach: 9 } }), now + day);
    expect(one.history).toEqual([now / 1_000 + 60, 6, 2, -1, (now + day) / 1_000, 6, 2, 9]);
  });

  test("stays small over the years", () => {
    const one = post("a", { postedAt: now });
    for (let age = 0; age < 30; age += 1) noteFigures(one, now + age * day);
    for (let age = 30; age < 5 * 365; age += 7) noteFigures(one, now + age * day);
    expect(one.history.length / 4).toBeLessThan(30 + 49 + 54);
    for (let age = 5 * 365; age < 30 * 365; age += 7) noteFigures(one, now + age * day);
    expect(one.history.length / 4).toBe(150);
  });
});

test("the list decides which posts there are, and what was read of each stays", () => {
  const before = [post("b"), post("deleted")];
  const { id, kind, postedAt, permalink, pictureUrl } = post("b");
  const listed = { id, kind, postedAt, permalink, pictureUrl, likes: null, comments: 4 };
  const after = joinList(before, [{ ...listed, id: "c" }, listed]);
  expect(after.map(({ id: own, likes, readAt }) => [own, likes, readAt])).toEqual([
    ["c", null, null],
    ["b", null, now],
  ]);
  noteFigures(after[0] as KeptPost, now);
  expect(joinList([], [listed])[0]?.history).toEqual([]);
});
