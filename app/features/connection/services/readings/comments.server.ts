import type { CommentAuthor, CommentsPage } from "~/features/connection/rules/reading-answers";
import { countAnswers } from "~/features/connection/services/readings/answers.server";
import {
  isWithheld,
  page,
  pageCounter,
  verdictOf,
} from "~/features/connection/services/readings/pages.server";
import type { Session } from "~/features/connection/services/readings/session.server";
import { getCommentsPage, getRepliesPage } from "~/features/connection/store/instagram.server";
import type { KeptPost, UnderWay } from "~/features/history/kept-reading";

/** How many comments of a post are read, the newest. Those of a post under way must fit beside the other data. */
const mostOfPost = 20_000;
/** Commenters of all posts together: an account in hand takes 30 MB at most. */
const mostOfAccount = 300_000;
/** After so many posts whose comments Instagram refused, and none that it gave, the reading asks for no comments. */
const enoughRefused = { telling: 3, all: 10 };
/** After so many pages without replies, and none with them, the run asks for no replies. */
const enoughWithout = 2;

/** Pages of replies that are read for one page of comments: a page that is broken off is read again as a whole. */
const mostReplyPages = 20;

/**
 * The replies that did not come with their comments.
 * @returns `isCut`: whether some could not be read
 */
async function repliesOf(
  session: Session,
  cuts: CommentsPage["cutReplies"],
): Promise<{ authors: CommentAuthor[]; isCut: boolean }> {
  const authors: CommentAuthor[] = [];
  let isCut = false;
  let pages = 0;
  for (const { comment, after: first } of cuts) {
    const count = pageCounter();
    let after: string | null = first;
    try {
      while (after !== null && pages < mostReplyPages) {
        const from: string = after;
        pages += 1;
        const { value } = await session.ask(() =>
          getRepliesPage(session.token, comment, { after: from }),
        );
        authors.push(...value.authors);
        isCut ||= value.skipped > 0;
        count(value.after);
        after = value.after;
      }
      isCut ||= after !== null;
    } catch (error) {
      // The comment was deleted just now, and its replies with it.
      if (verdictOf(error) === "gone") continue;
      if (!isWithheld(error)) throw error;
      isCut = true;
    }
  }
  return { authors, isCut };
}

/** Whether its comments were given once. */
const wasGiven = ({ readComments }: KeptPost) => (readComments ?? 0) > 0;

/** Reads posts' comments; knows what Instagram refused so far. */
export function commentsReader(session: Session) {
  const { underWay, refused } = session;
  const replies = { isGiven: false, refusals: 0 };
  const answers = countAnswers(session, "comments", enoughRefused, wasGiven);

  /** A page with all replies to its comments. */
  async function nextPage(post: KeptPost, after: string | null) {
    const withReplies = replies.isGiven || replies.refusals < enoughWithout;
    const get = (limit: number) =>
      session.ask(() => getCommentsPage(session.token, post.id, { after, limit, withReplies }));
    const { value, leftOut } = await page(session, "comments", Number.POSITIVE_INFINITY, get);
    const hasReplies = withReplies && leftOut.length === 0;
    if (hasReplies) replies.isGiven = true;
    else replies.refusals += 1;
    const others = await repliesOf(session, value.cutReplies);
    return {
      after: value.after,
      authors: [...value.authors, ...others.authors],
      isCut: others.isCut || value.skipped > 0 || !hasReplies,
    };
  }

  async function readFrom(post: KeptPost, begun: UnderWay["comments"]): Promise<void> {
    const commenters = new Map<string, number>(begun?.commenters);
    let { after, seen, named, isCut } = begun ?? { after: null, seen: 0, named: 0, isCut: false };
    const count = pageCounter();
    do {
      const found = await nextPage(post, after);
      count(found.after);
      const { authors } = found;
      for (const name of authors.flatMap((author) => nameOf(session, author)))
        commenters.set(name, (commenters.get(name) ?? 0) + 1);
      seen += authors.length;
      named += authors.filter(Boolean).length;
      isCut ||= found.isCut;
      after = found.after;
      if (after === null) break;
      underWay.comments = {
        ...{ post: post.id, after, seen, named, isCut },
        commenters: [...commenters],
      };
      session.noteProgress();
    } while (seen < mostOfPost);
    // Instagram need not show every comment that it counts, but none of some is an answer without data. It does not
    // name authors whose account is gone, but it must name most.
    const isGiven = seen > 0 || !post.comments;
    const isWhole = after === null && !isCut && isGiven && named * 2 >= seen;
    // Where the answer may be half, the commenters who were known before are kept.
    const mayBeHalf = !isWhole || seen * 2 < (post.comments ?? 0);
    if (after === null && mayBeHalf)
      for (const [name, times] of post.commenters)
        commenters.set(name, Math.max(times, commenters.get(name) ?? 0));
    Object.assign(post, { commenters: [...commenters], isWhole });
  }

  async function readAll(post: KeptPost): Promise<void> {
    const begun = underWay.comments?.post === post.id ? underWay.comments : null;
    const others = session.kept.posts.reduce(
      (sum, { id, commenters }) => (id === post.id ? sum : sum + commenters.length),
      0,
    );
    if (post.comments === 0) Object.assign(post, { commenters: [], isWhole: true });
    else if (others >= mostOfAccount) post.isWhole = false;
    else
      await readFrom(post, begun).catch((error: unknown) => {
        if (!begun || verdictOf(error) !== "ask-without") throw error;
        // The cursor is no longer valid: all of it once more.
        underWay.comments = null;
        return readFrom(post, null);
      });
  }

  /** What is known of the post stays; but of comments where there were none, that is nobody. */
  function leave(post: KeptPost): false {
    if (post.comments !== 0 && post.commenters.length === 0) post.isWhole = false;
    return false;
  }

  return {
    /**
     * Reads who commented on a post or answered there, unless a run before has. Beyond the limits the post counts as not
     * wholly read.
     * @returns whether Instagram gave it; else what is known of the post stays
     */
    async read(post: KeptPost): Promise<boolean> {
      if (refused.has("comments")) return leave(post);
      if (underWay.commentsOf === post.id) return true;
      try {
        await readAll(post);
        underWay.commentsOf = post.id;
        session.noteProgress();
        // For a post without comments nothing is asked.
        if (post.comments !== 0) answers.give();
      } catch (error) {
        // `gone`: the post was deleted just now, which the next list says, or a permission is missing.
        if (!isWithheld(error)) throw error;
        answers.refuse(post, true);
        if (verdictOf(error) === "permission-missing") refused.add("comments");
      }
      underWay.comments = null;
      return underWay.commentsOf === post.id || leave(post);
    },
    end: answers.end,
  };
}

/** Nobody where Instagram does not say who, or where it is the account itself. */
function nameOf({ payload }: Session, author: CommentAuthor): string[] {
  if (!author) return [];
  const isOwn =
    author.username === payload.username ||
    author.id === payload.userId ||
    author.id === payload.appScopedId;
  return isOwn ? [] : [author.username];
}
