import { noteText } from "~/features/analysis/analysis-notes";
import { WhyUnknown } from "~/features/analysis/views/why-unknown";
import type { Note } from "~/features/history/history";
import { say, sentences } from "~/platform/values/say";
import type { ShownAnalysis } from "./analysis.server.ts";

/** How many posts an account needs to be rated (docs/analysis.md#engagement). */
const ratedPosts = 10;
const unrated = sentences({
  exported:
    "A rate needs 10 posts whose likes and comments are known, and an export of all time, which counts your followers.",
  connected:
    "A rate needs 10 posts whose likes and comments are known, and the number of your followers.",
});

/** Of an analysis made here: what stands in place of figures of posts that cannot be known. */
export function unknownFigures({ source, reactions, knowing, postsAnalyzed = 0 }: ShownAnalysis) {
  if (source !== "built-in") return undefined;
  const [likes, comments] = reactions.map(({ note }) => note);
  const why = (note: Note | undefined, otherwise: string, length: "short" | "long" = "long") =>
    note ? (
      <WhyUnknown note={note} knowing={knowing} length={length} />
    ) : (
      <p className="rounded-card bg-tint p-5 text-muted">{otherwise}</p>
    );
  const note = likes ?? comments;
  return {
    rate: why(
      note,
      postsAnalyzed < ratedPosts
        ? say`Not enough posts yet`
        : unrated[knowing.isConnected ? "connected" : "exported"],
    ),
    averageLikes: likes ? noteText(likes, knowing).short : say`Not enough posts yet`,
    averageComments: comments ? noteText(comments, knowing).short : say`Not enough posts yet`,
    likes: why(likes, say`No posts with likes yet.`, "short"),
    comments: why(comments, say`No posts with comments yet.`, "short"),
  };
}
