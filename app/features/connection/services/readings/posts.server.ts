import { commentsReader } from "~/features/connection/services/readings/comments.server";
import { postInsightsReader } from "~/features/connection/services/readings/insights.server";
import { isOfOnePart } from "~/features/connection/services/readings/pages.server";
import type { Session } from "~/features/connection/services/readings/session.server";
import type { KeptPost } from "~/features/history/kept-reading";
import { noteFigures } from "~/features/history/noted-figures";
import { isPostDue } from "~/features/history/schedule";

/** Posts that may fail in a run: beyond that it is Instagram that fails, and not a post. */
const mostFailed = 3;

/** The posts of which something is due in this reading. */
export const duePosts = (session: Session): KeptPost[] =>
  session.kept.posts.filter((post) => dueParts(session, post) !== undefined);

const allParts = ["comments", "insights"] as const;

/**
 * All parts once it is time; until then what the last reading was refused. Undefined: nothing. A refusal of comments
 * ends with the run; one of insights may be of this post alone, so that only a new permission can change it sooner.
 */
function dueParts({ underWay, refused, payload }: Session, post: KeptPost) {
  const { begunAt } = underWay;
  const { readAt } = post;
  if (readAt === null || isPostDue(post, begunAt)) return allParts;
  if (readAt >= begunAt) return undefined;
  const isRenewed = readAt < payload.connectedAt;
  const parts = (post.lacks ?? []).filter(
    (part) => !refused.has(part) && (part === "comments" || isRenewed),
  );
  return parts.length > 0 ? parts : undefined;
}

/**
 * Reads the comments and insights of the posts that are due, newest first.
 * @param isPatient whether Instagram itself may be what fails; else whatever fails of a post is passed over
 * @returns how many failed: they are still due
 */
export async function readPosts(session: Session, isPatient: boolean): Promise<number> {
  const readers = { comments: commentsReader(session), insights: postInsightsReader(session) };
  let failed = 0;
  for (const post of duePosts(session))
    try {
      const lacks = new Set(post.lacks);
      const parts = dueParts(session, post) ?? [];
      for (const part of parts)
        if (await readers[part].read(post)) lacks.delete(part);
        else lacks.add(part);
      post.lacks = [...lacks];
      if (parts === allParts) post.readAt = Date.now();
      noteFigures(post, Date.now());
      session.notePost();
    } catch (error) {
      if (!isOfOnePart(error) || (isPatient && failed >= mostFailed)) throw error;
      failed += 1;
    }
  readers.comments.end();
  readers.insights.end();
  return failed;
}
