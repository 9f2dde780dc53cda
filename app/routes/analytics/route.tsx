import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import { profileOrLastGood } from "~/clients/profiles.server";
import { UpstreamError } from "~/clients/upstream.server";
import { buttonStyle } from "~/components/button";
import { CheckAgain } from "~/components/check-again";
import { Unavailable } from "~/components/unavailable";
import { plural, withCommas } from "~/domain/numbers";
import { scriptHook } from "~/domain/script-hooks";
import { addresses } from "~/web/addresses";
import type { PageHandle } from "~/web/document/page-handle";
import { pageMeta } from "~/web/document/page-meta";
import { requireSubscriber } from "~/web/session/guards.server";
import { analysisOf } from "./analysis.server.ts";
import { CategoryTile } from "./category-tile.tsx";
import { EngagementCard } from "./engagement-card.tsx";
import { Recommendations } from "./recommendations.tsx";
import { TopPosts } from "./top-posts.tsx";

export const handle: PageHandle = { title: "Analytics" };

export const meta: MetaFunction = () =>
  pageMeta(
    "Analytics",
    "Followers gained and lost, likes, comments and engagement of your Instagram account.",
  );

export async function loader({ request }: LoaderFunctionArgs) {
  const { uid } = await requireSubscriber(request);
  try {
    const { profile, stale } = await profileOrLastGood(uid);
    return { ...analysisOf(profile), stale };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return data({ status: "unavailable" as const }, 503);
  }
}

export default function Analytics() {
  const analysis = useLoaderData<typeof loader>();
  if (analysis.status === "unavailable" || !("audience" in analysis))
    return (
      <Unavailable retry={addresses.analytics}>
        We cannot reach your analysis right now. Your data is safe.
      </Unavailable>
    );

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
            We cannot reach your analysis right now. These are its last known figures.
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
          Short, practical tips on engagement and followers, made to be tried today.
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
  processing: "Your profile is being analyzed right now. Figures appear as they are ready.",
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
