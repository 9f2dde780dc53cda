import { addresses } from "~/platform/values/addresses";
import { formatDate } from "~/platform/values/dates";
import { counted } from "~/platform/values/numbers";
import type { ShownAnalysis } from "./analysis.server.ts";

const link = "font-semibold text-blue-ink underline";

/** Where the figures of an analysis made here are from, and from when. */
export function FigureSources({ analysis }: { analysis: ShownAnalysis }) {
  const { sources, knowing, postsWithHiddenLikes: hidden, reactions } = analysis;
  const isLikesKnown = reactions.some(({ key, total }) => key === "likes" && total !== null);
  return (
    <>
      <p className="mt-2 text-muted">
        {sources.connection ? (
          <FromConnection sources={sources} />
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
          The likes of {counted(hidden, "post")} are hidden: they are in no total and no average.
        </p>
      )}
      {sources.connection?.isOtherAccount && (
        <OtherAccount sources={sources} mayConnect={knowing.mayConnect} />
      )}
    </>
  );
}

type Sources = ShownAnalysis["sources"];

function FromConnection({ sources: { connection, export: exported } }: { sources: Sources }) {
  return (
    <>
      {connection
        ? `Likes and comments: Instagram, read ${formatDate(connection.readAt)}.`
        : "Likes and comments: Instagram."}
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
