import { UpstreamError } from "~/clients/upstream.server";
import { type KeptPost, noteFigures } from "~/domain/instagram/kept-reading";
import { isPostDue } from "~/domain/instagram/schedule";
import { readComments } from "~/services/readings/comments.server";
import { insightsReader } from "~/services/readings/insights.server";
import { verdictOf } from "~/services/readings/pages.server";
import type { Session } from "~/services/readings/session.server";

/** Posts that may fail in a run: beyond that it is Instagram that fails, and not a post. */
const mostFailed = 3;

/** The posts whose comments and insights are due in this reading. */
export const duePosts = ({ kept, underWay }: Session): KeptPost[] =>
  kept.posts.filter((post) => isPostDue(post, underWay.begunAt));

/**
 * Reads the comments and insights of the posts that are due, newest first.
 * @returns how many failed: they are still due
 */
export async function readPosts(session: Session): Promise<number> {
  const insights = insightsReader(session);
  let failed = 0;
  for (const post of duePosts(session))
    try {
      await readComments(session, post);
      await insights.read(post);
      post.readAt = Date.now();
      noteFigures(post, post.readAt);
      session.notePost();
    } catch (error) {
      if (verdictOf(error) === "gone") forget(session, post);
      else if (isOfOnePost(error) && failed < mostFailed) failed += 1;
      else throw error;
    }
  insights.end();
  return failed;
}

function forget({ kept, underWay }: Session, { id }: KeptPost): void {
  kept.posts = kept.posts.filter((post) => post.id !== id);
  underWay.comments = null;
}

/** One post may have an answer that nobody can read. It must not hold up the others. */
const isOfOnePost = (error: unknown) =>
  verdictOf(error) === "later" ||
  verdictOf(error) === "ask-without" ||
  (error instanceof UpstreamError &&
    error.system === "instagram" &&
    ["malformed", "too-large", "status", "timeout"].some((kind) => kind === error.kind));
