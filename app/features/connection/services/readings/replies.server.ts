import type { CommentsPage, InstagramComment } from "~/features/connection/rules/comments-answer";
import { pageCounter, verdictOf } from "~/features/connection/services/readings/pages.server";
import type { Session } from "~/features/connection/services/readings/session.server";
import { getRepliesPage } from "~/features/connection/store/instagram.server";

/** Pages of replies that are read for one page of comments: a page that is broken off is read again as a whole. */
const mostPages = 20;

/**
 * The replies that did not come with their comments.
 * @returns `isCut`: whether some could not be read
 */
export async function repliesOf(
  session: Session,
  cuts: CommentsPage["cutReplies"],
): Promise<{ comments: InstagramComment[]; isCut: boolean }> {
  const comments: InstagramComment[] = [];
  let isCut = false;
  let pages = 0;
  for (const { comment, after: first } of cuts) {
    const count = pageCounter();
    let after: string | null = first;
    try {
      while (after !== null && pages < mostPages) {
        const from: string = after;
        pages += 1;
        const { value } = await session.ask(() =>
          getRepliesPage(session.token, comment, { after: from }),
        );
        comments.push(...value.comments);
        isCut ||= value.skipped > 0;
        count(value.after);
        after = value.after;
      }
      isCut ||= after !== null;
    } catch (error) {
      const verdict = verdictOf(error);
      // The comment was deleted just now, and its replies with it.
      if (verdict === "gone") continue;
      if (verdict !== "permission-missing" && verdict !== "ask-without") throw error;
      isCut = true;
    }
  }
  return { comments, isCut };
}
