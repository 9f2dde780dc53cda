import type { Session } from "~/features/connection/services/readings/session.server";
import type { KeptPost } from "~/features/history/kept-reading";

/**
 * Counts how Instagram answers for a part of the posts, over all runs of a reading. Where it has given none and refused
 * enough, the part counts as refused: it is asked for no more.
 * @param enough how many refusals that is: of those that say something of other posts, and of all that are counted
 * @param wasGiven whether the part of a post was given once
 */
export function countAnswers(
  { kept, underWay, refused }: Session,
  part: "comments" | "insights",
  enough: { telling: number; all: number },
  wasGiven: (post: KeptPost) => boolean,
) {
  underWay.answers ??= {};
  underWay.answers[part] ??= { given: 0, refused: 0, telling: 0 };
  const answers = underWay.answers[part];
  return {
    give() {
      answers.given += 1;
    },
    /** @param isCounted whether it counts towards all that are enough */
    refuse(post: KeptPost, isCounted: boolean) {
      if (isCounted) answers.refused += 1;
      // A post that never gave any, where others have, says nothing of these.
      if (wasGiven(post) || !kept.posts.some(wasGiven)) answers.telling += 1;
      const isEnough = answers.telling >= enough.telling || answers.refused >= enough.all;
      if (answers.given === 0 && isEnough) refused.add(part);
    },
    /** Notes what was missing, once all posts are read. */
    end() {
      if (answers.given === 0 && answers.telling > 0) refused.add(part);
    },
  };
}
