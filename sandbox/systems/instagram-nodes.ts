import type { SandboxAccount, SandboxPost } from "../instagram/account.ts";
import type { SandboxComment } from "../instagram/comments.ts";
import type { GraphFailure } from "../instagram/failures.ts";
import { fieldsOf, pick, refusedField } from "./instagram-fields.ts";

type Fields = ReadonlyMap<string, string | undefined>;

interface Node<Item> {
  type: string;
  fields: readonly string[];
  write(item: Item, fields: Fields): object;
}

interface Paging {
  url: URL;
  /** Items on a page: at most, and where nothing is asked. */
  most: number;
  usual: number;
}

/** `2026-05-02T07:00:00+0000`: Meta's offset has no colon. */
export const metaTime = (at: number) => new Date(at).toISOString().replace(/\.\d{3}Z$/, "+0000");

/** A page of a list, from the cursor on. `next` contains the access token, as Meta's does. */
export function pageOf<Item extends { id: string }>(
  items: readonly Item[],
  node: Node<Item>,
  { url, most, usual }: Paging,
): object | { failure: GraphFailure } {
  const query = url.searchParams;
  const fields = fieldsOf(query.get("fields") ?? node.fields.join(","));
  const refused = refusedField(fields, node.fields, node.type);
  if (refused) return refused;
  const after = query.get("after");
  const place = after === null ? -1 : items.findIndex(({ id }) => id === idOf(after));
  if (after !== null && place < 0)
    return { failure: { code: 100, message: "(#100) Invalid cursor" } };
  const limit = Math.min(most, Math.max(1, Number(query.get("limit")) || usual));
  const shown = items.slice(place + 1, place + 1 + limit);
  const [first, last] = [shown[0], shown.at(-1)];
  if (!first || !last) return { data: [] };
  const cursors = { before: cursorOf(first.id), after: cursorOf(last.id) };
  const next = new URL(url);
  next.searchParams.set("after", cursors.after);
  const isLast = place + 1 + limit >= items.length;
  return {
    data: shown.map((item) => node.write(item, fields)),
    paging: { cursors, ...(!isLast && { next: next.href }) },
  };
}

const cursorOf = (id: string) => Buffer.from(`QVFI${id}`).toString("base64url");
const idOf = (cursor: string) => Buffer.from(cursor, "base64url").toString().slice(4);

export function mediumNode(account: SandboxAccount, imagesUrl: string): Node<SandboxPost> {
  return {
    type: "ShadowIGMedia",
    fields: [
      "id",
      "caption",
      "media_type",
      "media_product_type",
      "media_url",
      "thumbnail_url",
      "permalink",
      "timestamp",
      "like_count",
      "comments_count",
      "username",
    ],
    write(post, fields) {
      const picture = post.hasPicture
        ? `${imagesUrl}/posts/${account.plan.key}-${post.index}.jpg`
        : undefined;
      const isVideo = post.mediaType === "VIDEO";
      return pick(
        {
          id: post.id,
          caption: `Number ${post.index + 1} ✨`,
          media_type: post.mediaType,
          media_product_type: post.kind === "reel" ? "REELS" : "FEED",
          media_url: isVideo ? `${imagesUrl}/videos/${post.id}.mp4` : picture,
          thumbnail_url: isVideo ? picture : undefined,
          permalink: permalinkOf(post),
          timestamp: metaTime(post.postedAt),
          like_count: account.shownLikes(post) ?? undefined,
          // Counting writes all of them.
          comments_count: fields.has("comments_count") ? post.comments : undefined,
          username: account.username,
        },
        fields,
      );
    },
  };
}

const permalinkOf = ({ id, kind }: SandboxPost) =>
  `https://www.instagram.com/${kind === "reel" ? "reel" : "p"}/C${BigInt(id).toString(36)}/`;

/** Replies come at most 25 with their comment. */
export function commentNode(url: URL): Node<SandboxComment> {
  const node: Node<SandboxComment> = {
    type: "ShadowIGComment",
    fields: ["id", "text", "timestamp", "from", "like_count", "username", "replies"],
    write(comment, fields) {
      const { id, text, at, author } = comment;
      const replies = fields.get("replies");
      const inner = new URL(url);
      inner.search = new URLSearchParams({ fields: replies ?? "id,text,timestamp" }).toString();
      return pick(
        {
          id,
          text,
          timestamp: metaTime(at),
          from: author
            ? pick({ ...author }, fieldsOf(fields.get("from") ?? "id,username"))
            : undefined,
          like_count: text.length,
          username: author?.username,
          replies:
            comment.replies.length > 0
              ? pageOf(comment.replies, node, { url: inner, most: 25, usual: 25 })
              : undefined,
        },
        fields,
      );
    },
  };
  return node;
}
