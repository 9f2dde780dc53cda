import rates from "content:engagement-rates";
import type { ReactNode } from "react";
import { buttonStyle } from "~/design/button";
import type { Knowing } from "~/features/analysis/analysis-notes";
import { addresses } from "~/platform/values/addresses";
import { scriptHook } from "~/platform/values/script-hooks";
import type { ShownAnalysis } from "./analysis.server.ts";
import { AnalysisHead } from "./analysis-head.tsx";
import { CategoryTile } from "./category-tile.tsx";
import { EngagementCard } from "./engagement-card.tsx";
import { Recommendations } from "./recommendations.tsx";
import { TopPosts } from "./top-posts.tsx";
import { unknownFigures } from "./unknown-figures.tsx";

interface AnalysisViewProps {
  /** `stale` while the figures are the last known ones. `isWithdrawn`: the connection's are, until it is made again. */
  analysis: ShownAnalysis & { stale: boolean; isWithdrawn: boolean };
}

/** The sections of the analytics screen (docs/product.md#analytics). Until the analysis is complete, its page reloads on updates. */
export function AnalysisView({ analysis }: AnalysisViewProps) {
  const { status, knowing, engagement, reactions, audience, mostLiked, mostCommented } = analysis;
  const unknown = unknownFigures(analysis);
  const isWithoutPictures = analysis.source === "built-in" && !knowing.isConnected;
  return (
    <div
      className="flex flex-col gap-10"
      {...(status !== "completed" &&
        scriptHook("updates", `${addresses.analytics}/updates?seen=${status}`))}
    >
      <AnalysisHead analysis={analysis} />

      <Section title="User Engagement">
        <EngagementCard engagement={engagement} unknown={unknown} />
        {unknown && engagement?.rate && <RateSource />}
      </Section>

      <Section title="Likes & Comments">
        <Tiles tiles={reactions} knowing={knowing} />
      </Section>

      <Section title="Most Liked Posts">
        <TopPosts
          posts={mostLiked}
          noun="like"
          unknown={unknown?.likes}
          withoutPictures={isWithoutPictures}
        />
      </Section>

      <Section title="Most Commented Posts">
        <TopPosts
          posts={mostCommented}
          noun="comment"
          unknown={unknown?.comments}
          withoutPictures={isWithoutPictures}
        />
      </Section>

      <Section title="Audience">
        <Tiles tiles={audience} knowing={knowing} />
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

/** Where the usual rates come from that the level of an analysis made here is measured by. */
function RateSource() {
  const { source, year, other } = rates;
  return (
    <p className="mt-3 text-sm text-muted">
      Your median over the last 30 posts, compared with accounts of your size: {source}, {year}.
      Sources differ: {other.source}, {other.year}, has {other.lowestPercent} % to{" "}
      {other.highestPercent} % {other.by}.
    </p>
  );
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
  knowing: Knowing;
}

function Tiles({ tiles, knowing }: TilesProps) {
  return (
    <ul className="two-up">
      {tiles.map((tile) => (
        <li key={tile.key}>
          <CategoryTile tile={tile} knowing={knowing} />
        </li>
      ))}
    </ul>
  );
}
