import type { Knowing } from "~/features/analysis/analysis-notes";
import { addresses } from "~/platform/values/addresses";

const link = "font-semibold text-blue-ink underline";

/** Stands for the posts where the analysis knows no figures of them. */
export function NoPosts({ knowing: { isConnected, mayConnect, mayImport } }: { knowing: Knowing }) {
  return (
    <>
      <h1 className="mb-5 text-2xl font-extrabold">Your posts</h1>
      <div className="flex flex-col gap-3 rounded-card bg-tint p-5 text-muted">
        {isConnected ? (
          <p>Instagram has not told us anything of your posts yet.</p>
        ) : (
          <p>
            The likes, comments and reach of your posts are not in your exports.
            {mayConnect && " Instagram tells them to those who connect a professional account."}
            {mayImport &&
              " An export of a professional account has them, too, if you ask for the part 'Past Instagram insights'."}
          </p>
        )}
        {mayConnect && (
          <a href={addresses.connect} className={link}>
            {isConnected ? "See your connection" : "Connect Instagram"}
          </a>
        )}
        {mayImport && !isConnected && (
          <a href={addresses.import} className={link}>
            Import a newer export
          </a>
        )}
      </div>
    </>
  );
}
