import type { ComponentProps, ReactNode } from "react";
import { buttonStyle } from "~/components/button";
import { CheckAgain } from "~/components/check-again";
import { plural, withCommas } from "~/domain/numbers";
import { scriptHook } from "~/domain/script-hooks";
import { addresses } from "~/web/addresses";
import type { analysisOf } from "./analysis.server.ts";
import { CategoryTile } from "./category-tile.tsx";
import { EngagementCard } from "./engagement-card.tsx";
import { Recommendations } from "./recommendations.tsx";
import { TopPosts } from "./top-posts.tsx";

interface AnalysisViewProps {
  /** `stale` while the figures are the last known ones. */
  analysis: ReturnType<typeof analysisOf> & { stale: boolean };
}

/** The sections of the analytics screen (spec 2). Until the analysis is complete, its page reloads on updates. */
export function AnalysisView({ analysis }: AnalysisViewProps) {
  const { status, postsAnalyzed, engagement, reactions, audience, mostLiked, mostCommented } =
    analysis;
  return (
    <div
      className="flex flex-col gap-10"
      {...(status !== "completed" &&
        scriptHook("updates", `${addresses.analytics}/updates?seen=${status}`))}
    >
      <div>
        <h1 className="text-2xl font-extrabold">
          Analysis of your Instagram account based on{" "}
          <span className="text-blue-ink">
            {postsAnalyzed === undefined ? "your" : withCommas(postsAnalyzed)} latest{" "}
            {plural(postsAnalyzed ?? 0, "post")}
          </span>
        </h1>
        {analysis.stale ? (
          <CheckAgain at={addresses.analytics}>
            We cannot reach your analysis right now. These are the last figures that we received.
          </CheckAgain>
        ) : (
          status !== "completed" && (
            <CheckAgain at={addresses.analytics}>{notices[status]}</CheckAgain>
          )
        )}
      </div>

      <Section title="User Engagement">
        <EngagementCard engagement={engagement} />
      </Section>

      <Section title="Likes & Comments">
        <Tiles tiles={reactions} />
      </Section>

      <Section title="Most Liked Posts">
        <TopPosts posts={mostLiked} noun="like" />
      </Section>

      <Section title="Most Commented Posts">
        <TopPosts posts={mostCommented} noun="comment" />
      </Section>

      <Section title="Audience">
        <Tiles tiles={audience} />
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

const notices = {
  idle: "The analysis of your profile has not started yet. Your figures will appear here.",
  pending: "Your profile is waiting for its analysis. Your figures will appear here.",
  processing:
    "Your profile is being analyzed right now. Figures will appear as soon as they are ready.",
};

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-4 text-xl font-extrabold">{title}</h2>
      {children}
    </section>
  );
}

function Tiles({ tiles }: { tiles: readonly ComponentProps<typeof CategoryTile>["tile"][] }) {
  return (
    <ul className="two-up">
      {tiles.map((tile) => (
        <li key={tile.key}>
          <CategoryTile tile={tile} />
        </li>
      ))}
    </ul>
  );
}
