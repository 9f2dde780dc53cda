import { type Answer, getCommentsPage, getRepliesPage } from "~/clients/instagram.server";
import type {
  CommentsPage,
  InstagramComment,
  RepliesPage,
} from "~/domain/instagram/comments-answer";
import type { KeptPost, UnderWay } from "~/domain/instagram/kept-reading";
import { page, pageCounter, verdictOf } from "~/services/readings/pages.server";
import type { Session } from "~/services/readings/session.server";

/** Comments of a post that are read, the newest. What is read of one that is under way must fit beside the rest. */
const mostOfPost = 20_000;
/** Commenters of all posts together: an account in hand takes 30 MB at most. */
const mostOfAccount = 300_000;

/**
 * Reads who commented on a post or answered there, unless a run before has. Beyond the limits the post counts as not
 * wholly read.
 */
export async function readComments(session: Session, post: KeptPost): Promise<void> {
  const { underWay, refused } = session;
  if (refused.has("comments") || underWay.commentsOf === post.id) return;
  try {
    await readAll(session, post);
    underWay.commentsOf = post.id;
  } catch (error) {
    const verdict = verdictOf(error);
    if (verdict !== "permission-missing" && verdict !== "ask-without") throw error;
    // Without the permission, or without the field that says who commented. What is known stays.
    refused.add("comments");
  }
  underWay.comments = null;
}

async function readAll(session: Session, post: KeptPost): Promise<void> {
  const { underWay, kept } = session;
  const begun = underWay.comments?.post === post.id ? underWay.comments : undefined;
  const others = kept.posts.reduce(
    (sum, { id, commenters }) => (id === post.id ? sum : sum + commenters.length),
    0,
  );
  if (post.comments === 0) Object.assign(post, { commenters: [], isWhole: true });
  else if (others >= mostOfAccount) post.isWhole = false;
  else
    await readFrom(session, post, begun).catch((error: unknown) => {
      if (!begun || verdictOf(error) !== "ask-without") throw error;
      // The cursor is no longer valid: all of it once more.
      underWay.comments = null;
      return readFrom(session, post, undefined);
    });
}

async function readFrom(
  session: Session,
  post: KeptPost,
  begun: UnderWay["comments"] | undefined,
): Promise<void> {
  const commenters = new Map<string, number>(begun?.commenters);
  let total = [...commenters.values()].reduce((sum, count) => sum + count, 0);
  let after = begun?.after ?? null;
  const count = pageCounter();
  do {
    const found = await nextPage(session, post, after);
    count(found.after);
    for (const name of found.authors) commenters.set(name, (commenters.get(name) ?? 0) + 1);
    total += found.authors.length;
    after = found.after;
    if (after === null) break;
    session.underWay.comments = { post: post.id, after, commenters: [...commenters] };
  } while (total < mostOfPost);
  Object.assign(post, { commenters: [...commenters], isWhole: after === null });
}

/** A page with all replies to its comments. */
async function nextPage(session: Session, post: KeptPost, after: string | null) {
  const { token } = session;
  const get = (limit: number) =>
    session.ask(() => getCommentsPage(token, post.id, { after: after ?? undefined, limit }));
  const { value } = await page(session, "comments", Number.POSITIVE_INFINITY, get);
  const replies: InstagramComment[] = [];
  for (const cut of value.cutReplies) replies.push(...(await cutReplies(session, cut)));
  const all = [...value.comments, ...replies];
  return { after: value.after, authors: all.flatMap((comment) => authorOf(session, comment)) };
}

async function cutReplies(
  { askOn, token }: Session,
  cut: CommentsPage["cutReplies"][number],
): Promise<InstagramComment[]> {
  const replies: InstagramComment[] = [];
  const count = pageCounter();
  let after = cut.after;
  for (;;) {
    const from = after;
    const { value }: Answer<RepliesPage> = await askOn(() =>
      getRepliesPage(token, cut.comment, { after: from }),
    );
    replies.push(...value.comments);
    count(value.after);
    if (value.after === null) return replies;
    after = value.after;
  }
}

/** Nobody where Instagram does not say who, or where it is the account itself. */
function authorOf({ payload }: Session, { author }: InstagramComment): string[] {
  if (!author) return [];
  const isOwn =
    author.username === payload.username ||
    author.id === payload.userId ||
    author.id === payload.appScopedId;
  return isOwn ? [] : [author.username];
}
