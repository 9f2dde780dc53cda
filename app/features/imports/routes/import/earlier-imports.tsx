import words from "content:import";
import { FoldSummary } from "~/design/fold";
import { NamedIcon } from "~/design/icons";
import type { ImportState } from "~/features/history/import";
import { addresses } from "~/platform/values/addresses";
import { apart } from "~/platform/values/listed";
import { counted } from "~/platform/values/numbers";
import type { ListedImport } from "./listed.server.ts";

const tones: Record<ImportState, string> = {
  reading: "bg-tint text-blue-ink",
  held: "bg-tint text-blue-ink",
  used: "bg-green-tint text-green-ink",
  refused: "bg-red-tint text-red-ink",
  discarded: "text-muted",
};

/** So many are seen at once; more would push the instructions below them out of sight. */
const shownAtOnce = 10;
/** Fewer are not worth a press. */
const fewestOlder = 3;

export function EarlierImports({ imports }: { imports: readonly ListedImport[] }) {
  if (imports.length === 0) return null;
  const isLong = imports.length >= shownAtOnce + fewestOlder;
  const newest = isLong ? imports.slice(0, shownAtOnce) : imports;
  const older = imports.slice(newest.length);
  return (
    <section aria-labelledby="earlier" className="mt-9">
      <h2 id="earlier" className="text-xl font-extrabold">
        {words.earlier.title}
      </h2>
      <Listed imports={newest} />
      {older.length > 0 && (
        <details className="border-t border-line">
          <FoldSummary className="font-semibold text-blue-ink">
            <span>{older.length} older imports</span>
          </FoldSummary>
          <Listed imports={older} />
        </details>
      )}
    </section>
  );
}

function Listed({ imports }: { imports: readonly ListedImport[] }) {
  return (
    <ul className="mt-3 divide-y divide-line">
      {imports.map(({ id, state, date, account, followers }) => (
        <li key={id}>
          <a
            href={addresses.importOf(id)}
            className="flex min-h-14 flex-wrap items-center gap-3 py-2.5 text-ink no-underline hover:underline"
          >
            <span className="flex-1">
              <span className="block font-bold">{date}</span>
              {state !== "refused" && state !== "reading" && (
                <span className="block text-sm text-muted">
                  {apart(...(account ? [account] : []), counted(followers, "follower"))}
                </span>
              )}
            </span>
            <span className={`rounded-full px-3 py-1 text-sm font-semibold ${tones[state]}`}>
              {words.states[state]}
            </span>
            <NamedIcon name="forward" className="size-5 text-muted" />
          </a>
        </li>
      ))}
    </ul>
  );
}
