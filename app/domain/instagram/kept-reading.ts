import { z } from "zod";
import type { AccountReading, ReadPost } from "./account-reading.ts";
import { missingParts } from "./connection.ts";
import type { Metric } from "./insights-answer.ts";

/**
 * What is kept of a connection's readings: all that they gave, and how far the reading under way is, so that another
 * process can go on. Never captions, comments' texts or pictures.
 */

type Commenters = ReadPost["commenters"];

/** A post's figures at one time, in a row of four numbers: epoch seconds, likes, comments, reach; -1 for unknown. */
export const figuresPerPoint = 4;

const number = z.number();
const optionalText = z.string().nullable();
const optionalNumber = number.nullable();
/** Keeps the names of metrics: what is kept was written from them. */
const figures = z.custom<Partial<Record<Metric, number>>>(
  (value) => z.record(z.string(), number).safeParse(value).success,
);

const listed = z.object({
  id: z.string(),
  kind: z.enum(["post", "reel"]),
  postedAt: number,
  permalink: optionalText,
  pictureUrl: optionalText,
  likes: optionalNumber,
  comments: optionalNumber,
});
/** A post as the list of the account's media has it. */
export type ListedPost = z.output<typeof listed>;

const keptPost = listed.extend({
  figures,
  readAt: optionalNumber,
  /** Whether its comments were once read to the end. */
  isWhole: z.boolean(),
  /** Parts that the last reading was refused: they are due with the next one. */
  lacks: z.array(z.enum(["comments", "insights"])).optional(),
  /** Instagram says that it never has insights: it is older than the professional account. */
  lacksInsights: z.boolean(),
  /** Rows of `figuresPerPoint`. */
  history: z.array(number),
});
const commenters = z.array(z.tuple([z.string(), number]));

/** The reading under way. */
const underWay = z.object({
  /** Epoch milliseconds; the same as in the entry's progress. */
  begunAt: number,
  /** The list of posts so far, while it is being read; null afterwards. */
  list: z
    .object({
      after: optionalText,
      posts: z.array(listed),
      /** Entries and pages that could not be read. */
      skipped: number.optional(),
    })
    .nullable(),
  /** The post whose comments are being read, and the cursor of the next page. */
  comments: z
    .object({
      post: z.string(),
      after: z.string(),
      commenters,
      /** Comments so far, and those of them whose author is named. */
      seen: number,
      named: number,
      /** Whether something of the pages so far could not be read. */
      isCut: z.boolean(),
    })
    .nullable(),
  /** The post whose comments are read and whose insights are not yet. */
  commentsOf: optionalText,
  /** Whether reach is read. */
  hasReach: z.boolean(),
  /** Parts that Instagram does not let this app read. */
  refused: z.array(z.enum(missingParts)),
});
export type UnderWay = z.output<typeof underWay>;

const head = z.object({
  version: z.literal(1),
  readAt: optionalNumber,
  username: z.string(),
  formerNames: z.array(z.object({ username: z.string(), until: number })),
  followers: optionalNumber,
  following: optionalNumber,
  /** Each with how many commenters its pieces have together. */
  posts: z.array(keptPost.extend({ names: number })),
  /** Whether a list of posts was ever given. */
  isListed: z.boolean(),
  followerCounts: z.array(z.object({ at: number, followers: number })),
  reach: z.array(z.object({ endsAt: number, reach: number })),
  underWay: underWay.nullable(),
  /** The numbers of the pieces of commenters. */
  pieces: z.array(z.int().positive()),
});
type Head = z.output<typeof head>;

export type KeptPost = z.output<typeof keptPost> & { commenters: Commenters };
export type KeptReading = Omit<Head, "version" | "pieces" | "posts"> & { posts: KeptPost[] };

/** Commenters of some posts, by the posts' ids. Many commenters of one post may stand in several pieces. */
const piece = z.array(z.tuple([z.string(), commenters]));
type Piece = z.output<typeof piece>;

/** Characters of a piece before it is compressed: safely below a document's megabyte, whatever the names are. */
const fullPiece = 600_000;

/**
 * What is kept, as texts to be compressed: the pieces of commenters, oldest post first, so that a new post leaves most of
 * them as they are; and the head, which is given the numbers under which they are stored.
 */
export function writeKept(kept: KeptReading): {
  pieces: string[];
  head: (numbers: readonly number[]) => string;
} {
  const pieces: string[] = [];
  let rows: Piece = [];
  let size = 0;
  const close = () => {
    pieces.push(JSON.stringify(rows));
    rows = [];
    size = 0;
  };
  for (const { id, commenters: all, readAt } of kept.posts.toReversed()) {
    // The comments of the post under way may be read while its insights are not.
    if (readAt === null && all.length === 0) continue;
    let left = [...all];
    do {
      const room = left.findIndex(([name]) => {
        size += name.length + 10;
        return size > fullPiece;
      });
      const fitting = room < 0 ? left : left.slice(0, room);
      rows.push([id, fitting.map(([name, count]) => [name, count])]);
      left = left.slice(fitting.length);
      if (room >= 0) close();
    } while (left.length > 0);
    size += id.length + 10;
  }
  if (rows.length > 0) close();
  const { posts, ...rest } = kept;
  const head = (numbers: readonly number[]) => {
    const written: Head = {
      version: 1,
      ...rest,
      posts: posts.map(({ commenters: all, ...post }) => ({ ...post, names: all.length })),
      pieces: [...numbers],
    };
    return JSON.stringify(written);
  };
  return { pieces, head };
}

/** @returns undefined if the text is not what `writeKept` wrote */
export function readHead(text: string): Head | undefined {
  return head.safeParse(parsed(text)).data;
}

/** @returns undefined if the text is not what `writeKept` wrote */
export function readPieceOfCommenters(text: string): Piece | undefined {
  return piece.safeParse(parsed(text)).data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A post of whose commenters some are in no piece counts as never read, so that the next reading heals it. */
export function joinKept(
  { version: _, pieces: _pieces, ...rest }: Head,
  pieces: readonly Piece[],
): KeptReading {
  const byPost = new Map<string, [string, number][]>();
  for (const [id, some] of pieces.flat()) byPost.set(id, [...(byPost.get(id) ?? []), ...some]);
  const posts = rest.posts.map(({ names, ...post }): KeptPost => {
    const own = byPost.get(post.id) ?? [];
    if (own.length === names) return { ...post, commenters: own };
    return { ...post, readAt: null, isWhole: false, commenters: [] };
  });
  return { ...rest, posts };
}

/** What the connection has given, undefined before its first figures. */
export function readingOf(kept: KeptReading): AccountReading | undefined {
  const { readAt, underWay: _, isListed, ...rest } = kept;
  if (readAt === null) return undefined;
  const wholePosts = kept.posts.filter(({ isWhole }) => isWhole).length;
  return {
    ...rest,
    readAt,
    ...(!isListed && { lacksPosts: true as const }),
    wholePosts,
    hasCommenters: wholePosts > 0 || (isListed && kept.posts.length === 0),
  };
}

export const emptyReading = (username: string): KeptReading => ({
  readAt: null,
  username,
  formerNames: [],
  followers: null,
  following: null,
  posts: [],
  isListed: false,
  followerCounts: [],
  reach: [],
  underWay: null,
});

const mostNames = 20;

/** Notes what the account is called now. What it was called before, it surely was until the last reading. */
export function noteName(kept: KeptReading, username: string): void {
  if (kept.username === username) return;
  if (kept.readAt !== null)
    kept.formerNames = [...kept.formerNames, { username: kept.username, until: kept.readAt }].slice(
      -mostNames,
    );
  kept.username = username;
}

const day = 86_400_000;
/** Ten years. */
const mostDays = 3_660;
const dayOf = (milliseconds: number) => Math.floor(milliseconds / day);

/** Notes the followers' count: of each day the last one. */
export function noteFollowers(kept: KeptReading, followers: number, now: number): void {
  const counts = kept.followerCounts;
  const last = counts.at(-1);
  if (last && dayOf(last.at * 1_000) === dayOf(now)) counts.pop();
  counts.push({ at: Math.floor(now / 1_000), followers });
  if (counts.length > mostDays) counts.splice(0, counts.length - mostDays);
}

/** Notes days' reach. Instagram may correct a day for 48 hours. */
export function noteReach(kept: KeptReading, days: KeptReading["reach"]): void {
  const byEnd = new Map([...kept.reach, ...days].map((one) => [one.endsAt, one]));
  kept.reach = [...byEnd.values()].sort((one, other) => one.endsAt - other.endsAt).slice(-mostDays);
}

/** Points of a post older than a year stand so many days apart at least. */
const sparse = 28;

/** Six years of a post. Where all posts' together do not fit into one document, `smallerReading` leaves out some. */
const mostPoints = 150;

/** Notes a post's figures as they are now: of each day the last ones, and few once the post is a year old. */
export function noteFigures(post: KeptPost, now: number): void {
  const { history } = post;
  const lastAt = (history.at(-figuresPerPoint) ?? 0) * 1_000;
  const isOld = now - post.postedAt > 365 * day;
  if (isOld && now - lastAt < sparse * day) return;
  if (dayOf(lastAt) === dayOf(now)) history.splice(-figuresPerPoint);
  const seconds = Math.floor(now / 1_000);
  history.push(seconds, post.likes ?? -1, post.comments ?? -1, post.figures.reach ?? -1);
  if (history.length > mostPoints * figuresPerPoint)
    history.splice(0, history.length - mostPoints * figuresPerPoint);
}

/** The latest posts, of which each keeps what was read of it before. */
export const joinList = (before: readonly KeptPost[], list: readonly ListedPost[]): KeptPost[] => {
  const known = new Map(before.map((post) => [post.id, post]));
  return list.map((post) => ({ ...(known.get(post.id) ?? unread()), ...post }));
};

/**
 * Like `joinList`, of a list that is not whole: a post that it lacks is gone only if the list has nothing that could not
 * be read, and goes back beyond that post.
 */
export function joinPartOfList(
  before: readonly KeptPost[],
  { posts, skipped }: { posts: readonly ListedPost[]; skipped: number },
  most: number,
): KeptPost[] {
  const listed = new Set(posts.map(({ id }) => id));
  const oldest = Math.min(...posts.map(({ postedAt }) => postedAt));
  const others = before.filter(
    ({ id, postedAt }) => !listed.has(id) && (skipped > 0 || postedAt <= oldest),
  );
  return [...joinList(before, posts), ...others]
    .sort((one, other) => other.postedAt - one.postedAt)
    .slice(0, most);
}

/**
 * Whether a list of posts is as long as the account's own count says, or nearly: it also counts what was deleted a moment
 * ago, or is not shown.
 */
export function isWholeList(
  { posts, skipped }: { posts: readonly ListedPost[]; skipped: number },
  expected: number,
): boolean {
  if (skipped > 0) return false;
  if (posts.length === 0) return expected === 0;
  return posts.length >= expected - Math.max(1, Math.floor(expected / 20));
}

const unread = () => ({
  figures: {},
  readAt: null,
  isWhole: false,
  lacksInsights: false,
  history: [],
  commenters: [],
});
