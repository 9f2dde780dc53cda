import words from "content:import";
import { PageIcon } from "~/design/page-icons";
import { categoryOfChange } from "~/features/imports/changed";
import { UnclearPeople } from "~/features/imports/views/unclear-people";
import { withCommas } from "~/platform/values/numbers";
import type { ImportPage } from "./page-of.server.ts";

/** What changed with an import that is in use. */
export function ChangesSection({ page }: { page: ImportPage }) {
  const { changes, caveats, isNewest, next, unclear } = page;
  const isQuiet = !unclear && changes?.every(({ count }) => count === 0);
  return (
    <section aria-labelledby="changes" className="mt-8">
      <h2 id="changes" className="text-xl font-extrabold">
        {words.changes.title}
      </h2>
      {!changes && !next && <p className="mt-2">{words.changes.first}</p>}
      {!changes && next && (
        <p className="mt-2">
          {words.changes.earliest}{" "}
          <a href={next} className="font-semibold text-blue-ink underline">
            {words.changes.next}
          </a>
        </p>
      )}
      {isQuiet && caveats.length === 0 && <p className="mt-2">{words.changes.none}</p>}
      {caveats.map((caveat) => (
        <p key={caveat} className="mt-2 text-muted">
          {caveat}
        </p>
      ))}
      {changes && !isNewest && <p className="mt-2 text-muted">{words.changes.earlier}</p>}
      {changes && !isQuiet && (
        <ul className="mt-3 overflow-hidden rounded-card border border-line shadow-card">
          {changes.map((change) => (
            <li key={change.key} className="border-b border-line last:border-b-0">
              <Change change={change} />
            </li>
          ))}
        </ul>
      )}
      {unclear && <UnclearPeople unclear={unclear} />}
    </section>
  );
}

type ShownChange = NonNullable<ImportPage["changes"]>[number];

function Change({ change: { key, label, count, address } }: { change: ShownChange }) {
  const row = "flex min-h-14 flex-wrap items-center gap-3 px-4 py-2 text-ink no-underline";
  const content = (
    <>
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-tint text-blue-ink">
        <PageIcon name={categoryOfChange[key]} className="size-5" />
      </span>
      <span className="flex-1 font-semibold">{label}</span>
      <span className="text-lg font-extrabold tabular-nums">{withCommas(count)}</span>
      <PageIcon name="forward" className={`size-5 text-muted ${address ? "" : "invisible"}`} />
    </>
  );
  if (!address) return <div className={row}>{content}</div>;
  return (
    <a href={address} className={`${row} -outline-offset-4 hover:bg-tint`}>
      {content}
    </a>
  );
}
