import rates from "content:engagement-rates";
import type { ReactNode } from "react";
import { buttonStyle } from "~/design/button";
import { useIsExample } from "~/design/example";
import type { Knowing } from "~/features/analysis/analysis-notes";
import { addresses } from "~/platform/values/addresses";
import { asItIs } from "~/platform/values/decimals";
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
  const isExample = useIsExample();
  const isWithoutPictures = isExample || (analysis.source === "built-in" && !knowing.isConnected);
  return (
    <div
      className="flex flex-col gap-10 @2xl:grid @2xl:grid-cols-3 @2xl:gap-x-6"
      {...(status !== "completed" &&
        scriptHook("updates", `${addresses.analytics}/updates?seen=${status}`))}
    >
      <AnalysisHead analysis={analysis} />

      <Section title="User Engagement" className="@2xl:col-span-2">
        <EngagementCard engagement={engagement} unknown={unknown} />
        {unknown && engagement?.rate && <RateSource />}
      </Section>

      <Section title="Likes & Comments" className="@2xl:flex @2xl:flex-col">
        <Tiles
          tiles={reactions}
          knowing={knowing}
          className="@2xl:flex-1 @2xl:auto-rows-fr @2xl:grid-cols-1"
        />
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
        {/* An outside profile has six tiles, which stand in rows of three; one made here has more, in rows of four. */}
        <Tiles
          tiles={audience}
          knowing={knowing}
          className={audience.length === 6 ? "@2xl:grid-cols-3" : "@2xl:grid-cols-4"}
        />
      </Section>

      <Section title="Recommendations">
        <Recommendations
          recommendations={analysis.recommendations}
          areFromOutside={analysis.source === "outside"}
        />
      </Section>

      <aside className="rounded-card bg-tint p-6 @2xl:col-span-full @2xl:flex @2xl:items-center @2xl:justify-between @2xl:gap-6">
        <div>
          <h2 className="text-xl font-extrabold">Turn numbers into growth</h2>
          <p className="mt-2 text-muted">
            Short, practical tips on engagement and followers, that you can try today.
          </p>
        </div>
        <a
          href={addresses.insights}
          className={buttonStyle("primary", "mt-4 w-full @2xl:mt-0 @2xl:w-auto")}
        >
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
      Sources differ: {other.source}, {other.year}, has {asItIs(other.lowestPercent)} % to{" "}
      {asItIs(other.highestPercent)} % {other.by}.
    </p>
  );
}

interface SectionProps {
  title: string;
  /** How much of the row it takes where the sections stand beside each other. */
  className?: string;
  children: ReactNode;
}

function Section({ title, className = "@2xl:col-span-full", children }: SectionProps) {
  return (
    <section className={className}>
      <h2 className="mb-4 text-xl font-extrabold">{title}</h2>
      {children}
    </section>
  );
}

interface TilesProps {
  tiles: ShownAnalysis["audience"];
  knowing: Knowing;
  className: string;
}

function Tiles({ tiles, knowing, className }: TilesProps) {
  return (
    <ul className={`two-up ${className}`}>
      {tiles.map((tile) => (
        <li key={tile.key}>
          <CategoryTile tile={tile} knowing={knowing} />
        </li>
      ))}
    </ul>
  );
}
