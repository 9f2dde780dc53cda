import { parseJson } from "../../../platform/values/json.ts";
import {
  type CommentersPiece,
  type Head,
  head,
  type KeptPost,
  type KeptReading,
  piece,
} from "../kept-reading.ts";

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
