import type { ReactNode } from "react";
import { buttonStyle } from "~/components/button";
import { WhyUnknown } from "~/components/why-unknown";
import type { Note } from "~/domain/analysis/analysis";
import { noteTexts } from "~/domain/analysis-notes";
import { scriptHook } from "~/domain/script-hooks";
import { addresses } from "~/web/addresses";
import type { ShownAnalysis } from "./analysis.server.ts";
import { AnalysisHead } from "./analysis-head.tsx";
import { CategoryTile } from "./category-tile.tsx";
import { EngagementCard } from "./engagement-card.tsx";
import { Recommendations } from "./recommendations.tsx";
import { TopPosts } from "./top-posts.tsx";

interface AnalysisViewProps {
  /** `stale` while the figures are the last known ones. */
  analysis: ShownAnalysis & { stale: boolean };
}

/** The sections of the analytics screen (spec 2). Until the analysis is complete, its page reloads on updates. */
export function AnalysisView({ analysis }: AnalysisViewProps) {
  const { status, mayImport, engagement, reactions, audience, mostLiked, mostCommented } = analysis;
  const unknown = unknownFigures(analysis);
  return (
    <div
      className="flex flex-col gap-10"
      {...(status !== "completed" &&
        scriptHook("updates", `${addresses.analytics}/updates?seen=${status}`))}
    >
      <AnalysisHead analysis={analysis} />

      <Section title="User Engagement">
        <EngagementCard engagement={engagement} unknown={unknown} />
      </Section>

      <Section title="Likes & Comments">
        <Tiles tiles={reactions} mayImport={mayImport} />
      </Section>

      <Section title="Most Liked Posts">
        <TopPosts posts={mostLiked} noun="like" unknown={unknown?.likes} />
      </Section>

      <Section title="Most Commented Posts">
        <TopPosts posts={mostCommented} noun="comment" unknown={unknown?.comments} />
      </Section>

      <Section title="Audience">
        <Tiles tiles={audience} mayImport={mayImport} />
      </Section>

      <Section title="Recommendations">
        <Recommendations recommendations={analysis.recommendations} />
      </Section>

      <aside className="rounded-card bg-tint p-6">
        <h2 className="text-xl font-extrabold">Turn numbers into growth</h2>
        <p className="mt-2 text-muted">
          Short, practical tips on engagement and followers, that you can try today.
        </p>
        <a href={addresses.insights} className={buttonStyle("primary", "mt-4 w-full")}>
          View insights
        </a>
      </aside>
    </div>
  );
}

/** Of an analysis made here: what stands in place of figures of posts that cannot be known. */
function unknownFigures({ source, reactions, mayImport }: ShownAnalysis) {
  if (source !== "built-in") return undefined;
  const [likes, comments] = reactions.map(({ note }) => note);
  const why = (note: Note | undefined, otherwise: string) =>
    note ? (
      <WhyUnknown note={note} mayImport={mayImport} />
    ) : (
      <p className="rounded-card bg-tint p-5 text-muted">{otherwise}</p>
    );
  const note = likes ?? comments;
  return {
    rate: why(note, "Not enough posts yet: a rate needs the figures of 10 posts."),
    average: note ? noteTexts[note].short : "Not enough posts yet",
    likes: why(likes, "No posts with likes yet."),
    comments: why(comments, "No posts with comments yet."),
  };
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-4 text-xl font-extrabold">{title}</h2>
      {children}
    </section>
  );
}

interface TilesProps {
  tiles: ShownAnalysis["audience"];
  mayImport: boolean;
}

function Tiles({ tiles, mayImport }: TilesProps) {
  return (
    <ul className="two-up">
      {tiles.map((tile) => (
        <li key={tile.key}>
          <CategoryTile tile={tile} mayImport={mayImport} />
        </li>
      ))}
    </ul>
  );
}
