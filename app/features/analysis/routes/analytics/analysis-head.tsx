import { buttonStyle } from "~/design/button";
import { CheckAgain } from "~/design/check-again";
import { useIsExample } from "~/design/example";
import { addresses } from "~/platform/values/addresses";
import { formatDate } from "~/platform/values/dates";
import { counted, withCommas } from "~/platform/values/numbers";
import { sentences } from "~/platform/values/say";
import type { ShownAnalysis } from "./analysis.server.ts";

const link = "font-semibold text-blue-ink underline";

/** Where the figures of an analysis made here are from, and from when. */
function FigureSources({ analysis }: { analysis: ShownAnalysis }) {
  const { sources, knowing, postsWithHiddenLikes: hidden, reactions } = analysis;
  const isLikesKnown = reactions.some(({ key, total }) => key === "likes" && total !== null);
  return (
    <>
      <p className="mt-2 text-muted">
        {sources.connection ? (
          <FromConnection connection={sources.connection} exported={sources.export} />
        ) : (
          <FromExport sources={sources} />
        )}{" "}
        {knowing.mayImport && (
          <a href={addresses.import} className={link}>
            {knowing.hasExport ? "Import a newer export" : "Import your export"}
          </a>
        )}
      </p>
      {hidden > 0 && isLikesKnown && (
        <p className="mt-2 text-muted">
          The likes of {counted(hidden, "post")} are hidden or unknown: they are in no total and no
          average.
        </p>
      )}
      {sources.connection?.isOtherAccount && (
        <OtherAccount sources={sources} mayConnect={knowing.mayConnect} />
      )}
    </>
  );
}

type Sources = ShownAnalysis["sources"];

interface FromConnectionProps {
  connection: NonNullable<Sources["connection"]>;
  exported: Sources["export"];
}

function FromConnection({ connection, exported }: FromConnectionProps) {
  return (
    <>
      {`Likes and comments: Instagram, read ${formatDate(connection.readAt)}.`}
      {exported &&
        (exported.takenAt === undefined
          ? " Followers: your export."
          : ` Followers: your export of ${formatDate(exported.takenAt)}.`)}
    </>
  );
}

function FromExport({ sources: { export: exported } }: { sources: Sources }) {
  return (
    <>
      {exported?.takenAt === undefined
        ? "From your Instagram export."
        : `From your Instagram export of ${formatDate(exported.takenAt)}.`}
    </>
  );
}

/** Says whose figures stand below where the connection and the exports are of two accounts (docs/product.md#connection). */
function OtherAccount({ sources, mayConnect }: { sources: Sources; mayConnect: boolean }) {
  const { connection, export: exported } = sources;
  return (
    <p role="status" className="my-3 rounded-xl bg-tint px-4 py-3 text-sm">
      You are connected to <bdi className="font-bold">{connection?.account}</bdi>, and your exports
      are from <bdi className="font-bold">{exported?.account}</bdi>. Likes, comments and engagement
      below are of the first, the lists of people are of the second, and nothing is computed from
      both.{" "}
      {mayConnect && (
        <a href={addresses.connect} className={link}>
          See your connection
        </a>
      )}
    </p>
  );
}

interface AnalysisHeadProps {
  analysis: ShownAnalysis & { stale: boolean; isWithdrawn: boolean };
}

/** What the analysis is based on, from when it is, and what is the matter with it. */
export function AnalysisHead({ analysis }: AnalysisHeadProps) {
  const { source, status, stale } = analysis;
  const growth = useIsExample() ? addresses.exampleGrowth : addresses.growth;
  return (
    <div className="@2xl:col-span-full">
      <h1 className="text-2xl font-extrabold">
        {source === "built-in" && !analysis.postsAnalyzed ? (
          <>Analysis of your Instagram account</>
        ) : (
          <BasedOnPosts posts={analysis.postsAnalyzed} />
        )}
      </h1>
      {source === "built-in" && <FigureSources analysis={analysis} />}
      {analysis.isWithdrawn && (
        <p role="status" className="my-3 rounded-xl bg-tint px-4 py-3 text-sm">
          Instagram does not let us read your account any more. What you see of it are the last
          figures that we read.{" "}
          <a href={addresses.connect} className="font-semibold text-blue-ink underline">
            Connect again
          </a>
        </p>
      )}
      {stale ? (
        <CheckAgain at={addresses.analytics}>
          We cannot reach your analysis right now. These are the last figures that we received.
        </CheckAgain>
      ) : (
        status !== "completed" && (
          <CheckAgain at={addresses.analytics}>{notices[status]}</CheckAgain>
        )
      )}
      {source === "built-in" && (
        <a href={growth} className={buttonStyle("quiet", "mt-4 w-full @2xl:w-auto")}>
          See your growth over time
        </a>
      )}
    </div>
  );
}

/** docs/product.md#analytics's heading. @param posts how many, once that is known */
function BasedOnPosts({ posts }: { posts: number | undefined }) {
  const set = "text-blue-ink";
  if (posts === undefined)
    return (
      <>
        Analysis of your Instagram account based on <span className={set}>your latest posts</span>
      </>
    );
  if (posts === 1)
    return (
      <>
        Analysis of your Instagram account based on <span className={set}>1 latest post</span>
      </>
    );
  return (
    <>
      Analysis of your Instagram account based on{" "}
      <span className={set}>{withCommas(posts)} latest posts</span>
    </>
  );
}

const notices = sentences({
  idle: "The analysis of your profile has not started yet. Your figures will appear here.",
  pending: "Your profile is waiting for its analysis. Your figures will appear here.",
  processing:
    "Your profile is being analyzed right now. Figures will appear as soon as they are ready.",
});
