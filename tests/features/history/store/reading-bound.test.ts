import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { everyCase } from "#tests/setup/cases";
import {
  emptyReading,
  type KeptPost,
  type KeptReading,
  readHead,
  writeKept,
} from "~/features/history/kept-reading";
import { noteFigures, noteFollowers, noteReach } from "~/features/history/noted-figures";
import { fittingTexts } from "~/features/history/readings.server";
import { isPostDue } from "~/features/history/schedule";

const day = 86_400_000;
const now = Date.UTC(2026, 10, 22, 9);
const documentLimit = 1_048_576;
/** A document's name and its other fields. */
const others = 1_000;

let seed = 1;
/** The same numbers in each run, such as no compressor finds a pattern in. */
function chance(below: number): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
}
const noise = (length: number, letters: string) =>
  Array.from({ length }, () => letters[chance(letters.length)]).join("");
const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
const foreign = String.fromCodePoint(...Array.from({ length: 2_000 }, (_, at) => 0x4e00 + at));

/** 200 posts that are read for years, with addresses of that length, 1,000 characters at most. */
function readFor(years: number, length: number, letters: string): KeptReading {
  const kept: KeptReading = { ...emptyReading("maja"), readAt: now, isListed: true };
  kept.posts = Array.from({ length: 200 }, (_, at): KeptPost => {
    const post: KeptPost = {
      id: `1789${chance(1e9)}${at}`,
      kind: "post",
      postedAt: now - years * 365 * day,
      permalink: `https://${noise(length, letters)}`,
      pictureUrl: `https://${noise(length, letters)}`,
      likes: 0,
      comments: 0,
      figures: {},
      readAt: null,
      isWhole: true,
      lacksInsights: false,
      history: [],
      commenters: [],
    };
    for (let time = post.postedAt; time < now; time += day) {
      if (!isPostDue(post, time)) continue;
      post.readAt = time;
      Object.assign(post, { likes: chance(1e8), comments: chance(1e7) });
      post.figures = { reach: chance(1e9) };
      noteFigures(post, time);
    }
    return post;
  });
  const days = Array.from({ length: years * 365 }, (_, at) => now - at * day).reverse();
  for (const at of days) noteFollowers(kept, chance(1e9), at);
  noteReach(
    kept,
    days.map((endsAt) => ({ endsAt, reach: chance(1e9) })),
  );
  return kept;
}

const underWay = (commenters: number): KeptReading["underWay"] => ({
  begunAt: now,
  list: null,
  comments: {
    ...{ post: "1", after: "cursor", seen: commenters, named: commenters, isCut: false },
    commenters: Array.from({ length: commenters }, () => [noise(30, plain), 1]),
  },
  commentsOf: null,
  refusedAgain: [],
  hasReach: false,
  refused: [],
});

/** What of a reading stands in its head, as it is read again. */
async function storedOf(kept: KeptReading) {
  const { head: headWith } = await fittingTexts(kept);
  const head = headWith([]);
  const size = deflateRawSync(head).length;
  const found = readHead(head);
  if (!found) throw new Error("the head cannot be read");
  return { size, found };
}

const points = (posts: readonly { history: readonly number[] }[]) =>
  posts.reduce((sum, { history }) => sum + history.length / 4, 0);

describe("the head of an account with 200 posts and years of history fits into a document", () => {
  const accounts = [
    ["three years, a large post under way", 3, 300, plain, 3_000, "all"],
    ["ten years", 10, 300, plain, 0, "all"],
    ["ten years, the largest post under way", 10, 300, plain, 20_000, "without the comments"],
    ["ten years, the longest addresses", 10, 990, plain, 0, "thinned"],
    ["ten years, the longest, which hardly compress", 10, 990, foreign, 20_000, "thinned"],
  ] as const;
  // The last of them takes as long as all others.
  test.each(everyCase ? accounts : [accounts[0], accounts[2], accounts[3]])(
    "%s",
    async (_, years, length, letters, commenters, left) => {
      const kept = readFor(years, length, letters);
      if (commenters > 0) kept.underWay = underWay(commenters);
      const { size, found } = await storedOf(kept);
      expect(size).toBeLessThan(documentLimit - others);
      expect(found.followerCounts).toEqual(kept.followerCounts);
      expect(found.reach).toEqual(kept.reach);
      const isResumed = commenters > 0 && left === "all";
      expect(found.underWay?.comments ?? null).toEqual(isResumed ? kept.underWay?.comments : null);
      if (left !== "thinned") return expect(points(found.posts)).toBe(points(kept.posts));
      expect(points(found.posts)).toBeLessThan(points(kept.posts));
      for (const [at, { history }] of found.posts.entries()) {
        const whole = kept.posts[at]?.history ?? [];
        expect(history.slice(0, 4)).toEqual(whole.slice(0, 4));
        expect(history.slice(-120)).toEqual(whole.slice(-120));
      }
    },
  );

  test("and a small one is kept whole, as it is", async () => {
    const kept = { ...readFor(1, 40, "a"), underWay: underWay(20) };
    const [fitting, whole] = [await fittingTexts(kept), writeKept(kept)];
    expect(fitting.pieces).toEqual(whole.pieces);
    expect(fitting.head([])).toBe(whole.head([]));
  });
});
