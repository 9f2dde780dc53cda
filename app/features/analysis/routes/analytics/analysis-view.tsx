import rates from "content:engagement-rates";
import type { ReactNode } from "react";
import { buttonStyle } from "~/design/button";
import { useIsExample } from "~/design/example";
import { fromOutside } from "~/design/from-outside";
import { PageIcon, type PageIconName } from "~/design/page-icons";
import { StillCounting } from "~/design/still-counting";
import { categoryLabels, recommendationLabel } from "~/features/analysis/analysis-labels";
import { type Knowing, noteText } from "~/features/analysis/analysis-notes";
import { fewestRatedPosts } from "~/features/analysis/engagement";
import { type CategoryKey, isOtherKey } from "~/features/analysis/profile";
import { WhyUnknown } from "~/features/analysis/views/why-unknown";
import type { Note } from "~/features/history/history";
import { addresses } from "~/platform/values/addresses";
import { asItIs } from "~/platform/values/decimals";
import { withCommas } from "~/platform/values/numbers";
import { say, sentences } from "~/platform/values/say";
import { scriptHook } from "~/platform/values/script-hooks";
import type { ShownAnalysis } from "./analysis.server.ts";
import { AnalysisHead } from "./analysis-head.tsx";
import { EngagementCard } from "./engagement-card.tsx";
import { TopPosts } from "./top-posts.tsx";

interface RecommendationsProps {
  recommendations: readonly string[];
  /** Those of the outside system are as they came; ours are in the reader's language. */
  areFromOutside: boolean;
}

function Recommendations({ recommendations, areFromOutside }: RecommendationsProps) {
  if (recommendations.length === 0)
    return (
      <p className="rounded-card bg-tint p-5 text-muted">
        Your recommendations will appear here once enough of your posts have been analyzed.
      </p>
    );
  return (
    <ol className="flex flex-col gap-3 @2xl:grid @2xl:grid-cols-2 @2xl:*:last:odd:col-span-2">
      {recommendations.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes and texts may repeat
        <li key={index} className="card p-4 shadow-card">
          <h3 className="text-sm font-bold text-blue-ink">{recommendationLabel(index)}</h3>
          <p {...(areFromOutside && fromOutside())} className="mt-1">
            {text}
          </p>
        </li>
      ))}
    </ol>
  );
}

const unrated = sentences({
  exported:
    "A rate needs 10 posts whose likes and comments are known, and an export of all time, which counts your followers.",
  connected:
    "A rate needs 10 posts whose likes and comments are known, and the number of your followers.",
});

/** Of an analysis made here: what stands in place of figures of posts that cannot be known. */
function unknownFigures({ source, reactions, knowing, postsAnalyzed = 0 }: ShownAnalysis) {
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
      postsAnalyzed < fewestRatedPosts
        ? say`Not enough posts yet`
        : unrated[knowing.isConnected ? "connected" : "exported"],
    ),
    averageLikes: likes ? noteText(likes, knowing).short : say`Not enough posts yet`,
    averageComments: comments ? noteText(comments, knowing).short : say`Not enough posts yet`,
    likes: why(likes, say`No posts with likes yet.`, "short"),
    comments: why(comments, say`No posts with comments yet.`, "short"),
  };
}

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

      <Section title="User Engagement" className="@2xl:col-span-2 @2xl:flex @2xl:flex-col">
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
          className={buttonStyle("primary", "mt-4 w-full @2xl:mt-0 whitespace-nowrap @2xl:w-auto")}
        >
          View insights
        </a>
      </aside>
    </div>
  );
}

/** The sources of the usual rates that the level of an analysis made here is measured by. */
function RateSource() {
  const { source, year, other } = rates;
  return (
    <p className="mt-3 text-sm text-muted">
      Your median over the last 30 posts, compared with accounts of your size: {source}, {year}.
      Sources differ: {other.source}, {other.year}, has {asItIs(other.lowestPercent)}% to{" "}
      {asItIs(other.highestPercent)}% {other.by}.
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

/** Most categories have an icon of their name. */
function iconOf(key: CategoryKey): PageIconName {
  if (key === "likes") return "admirers";
  return key === "secretFans" ? "spark" : key;
}

interface CategoryTileProps {
  tile: { key: CategoryKey; total: number | null; note: Note | undefined };
  knowing: Knowing;
}

/**
 * A category's total, which links to the list of people; a clock while it is being counted; or, where it cannot be
 * known, why not, which links to the import or the connection where that can tell, else to a page that says more.
 */
function CategoryTile({ tile: { key, total, note }, knowing }: CategoryTileProps) {
  const text = total === null && note ? noteText(note, knowing, key) : undefined;
  const isExample = useIsExample();
  // An example has pages of lists of people only.
  const isLinked = isExample ? total !== null && !isOtherKey(key) : total !== null || text;
  const page = isExample ? addresses.exampleCategory(key) : addresses.category(key);
  const to = text?.way ? addresses[text.way.to] : page;
  const style = "flex h-full flex-col card p-4 text-ink shadow-card";
  const content = (
    <>
      <span className="grid size-10 place-items-center rounded-full bg-tint text-blue-ink">
        <PageIcon name={iconOf(key)} className="size-5" />
      </span>
      {text ? (
        <>
          <span className="mt-3 block leading-snug font-bold">{categoryLabels[key]}</span>
          <span className="mt-1 block text-sm text-muted">{text.short}</span>
          <span className="mt-auto block pt-2 text-sm font-semibold text-blue-ink underline">
            {text.way?.label ?? "Read why"}
          </span>
        </>
      ) : (
        <>
          <span className="mt-3 block min-h-9 text-2xl font-extrabold tabular-nums">
            {total === null ? <StillCounting /> : withCommas(total)}
          </span>
          <span className="block text-sm font-semibold text-muted">{categoryLabels[key]}</span>
        </>
      )}
    </>
  );
  if (!isLinked) return <div className={style}>{content}</div>;
  return (
    <a href={to} className={`${style} no-underline hover:border-blue`}>
      {content}
    </a>
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
