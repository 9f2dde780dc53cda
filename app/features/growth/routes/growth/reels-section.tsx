import { useIsExample } from "~/design/example";
import { addresses } from "~/platform/values/addresses";
import type { ShownReels } from "./reels.server.ts";

const link = "font-semibold text-blue-ink underline";

/** How long reels are watched, and how many skip them. */
export function ReelsSection({ reels: { headline, rows, notes } }: { reels: ShownReels }) {
  const isExample = useIsExample();
  return (
    <section aria-labelledby="your-reels-title" id="your-reels">
      <h2 id="your-reels-title" className="text-xl font-extrabold">
        Your reels
      </h2>
      {headline && <p className="mt-4 pb-2 font-bold">Usually {headline}</p>}
      {rows.length > 0 && (
        <ul className="divide-y divide-line border-y border-line text-sm tabular-nums">
          {rows.map(({ reel, permalink, figures }) => (
            <li
              key={`${reel} ${permalink}`}
              className="flex flex-wrap items-baseline justify-between gap-x-4 py-2"
            >
              {permalink ? (
                <a href={permalink} rel="noopener noreferrer" target="_blank" className={link}>
                  {reel}
                </a>
              ) : (
                <span>{reel}</span>
              )}
              <span className="text-muted">{figures}</span>
            </li>
          ))}
        </ul>
      )}
      <div
        className={
          rows.length > 0
            ? "mt-3 flex flex-col gap-2 text-sm text-muted"
            : "mt-3 flex flex-col gap-2 rounded-card bg-tint p-5 text-muted"
        }
      >
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        {rows.length > 0 && !isExample && (
          <p>
            <a href={addresses.growthFile("your-reels")} className={link}>
              All of them as CSV<span className="sr-only">: Your reels</span>
            </a>
          </p>
        )}
      </div>
    </section>
  );
}
