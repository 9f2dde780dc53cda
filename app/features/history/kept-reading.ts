import { z } from "zod";
import { parseJson } from "../../platform/values/json.ts";
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
  /** How many comments Instagram counted when they were last read; absent where an older version read them. */
  readComments: number.optional(),
  /** Parts that the last reading was refused: they are due with the next one. */
  lacks: z.array(z.enum(["comments", "insights"])).optional(),
  /** Instagram says that it never has insights: it is older than the professional account. */
  lacksInsights: z.boolean(),
  /** Rows of `figuresPerPoint`. */
  history: z.array(number),
});
const commenters = z.array(z.tuple([z.string(), number]));

const answers = z.object({
  given: number,
  /** Posts that were refused it. */
  refused: number,
  /** Those of them whose refusal says something of other posts: none of these ever had it, or this one had. */
  telling: number,
});

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
      /** Whether it was read before, and was not whole. */
      isAgain: z.literal(true).optional(),
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
  /** For how many days Instagram was asked how many followed and left. */
  counted: number.optional(),
  /** Posts that are not due, and were refused once more what they lack. */
  refusedAgain: z.array(z.string()).default([]),
  /** How Instagram has answered for the posts so far; absent before the first answer. */
  answers: z.object({ comments: answers.optional(), insights: answers.optional() }).optional(),
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
type CommentersPiece = z.output<typeof piece>;

/** What the connection has given, undefined before its first figures. */
export function readingOf(kept: KeptReading): AccountReading | undefined {
  const { readAt, underWay: _, isListed, ...rest } = kept;
  if (readAt === null) return undefined;
  const whole = kept.posts.filter(({ isWhole }) => isWhole);
  // Where Instagram refuses comments, posts without any are all that is whole: of the others' nothing is known.
  const wasGiven = whole.some(({ comments }) => comments !== 0);
  return {
    ...rest,
    readAt,
    ...(!isListed && { lacksPosts: true as const }),
    wholePosts: whole.length,
    hasCommenters: wasGiven || (isListed && whole.length === kept.posts.length),
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
  let rows: CommentersPiece = [];
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
  return head.safeParse(parseJson(text).value).data;
}

/** @returns undefined if the text is not what `writeKept` wrote */
export function readPieceOfCommenters(text: string): CommentersPiece | undefined {
  return piece.safeParse(parseJson(text).value).data;
}

/** A post counts as never read where some of its commenters are in no piece. So the next reading heals it. */
export function joinKept(
  { version: _, pieces: _pieces, ...rest }: Head,
  pieces: readonly CommentersPiece[],
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
