import { CheckAgain } from "~/design/check-again";
import { Clock } from "~/design/clock";
import { DownloadCsv } from "~/design/download-csv";
import { Pages } from "~/design/pages";
import { HiddenNote } from "~/features/analysis/hidden-note";
import { SearchedFor, SearchPeople } from "~/features/analysis/search-people";
import { addresses } from "~/platform/values/addresses";
import { withCommas } from "~/platform/values/numbers";
import { sortQuery } from "~/platform/values/sorting";
import type { OutsidePage } from "./outside-page.server.ts";
import { PeopleRows, shownOrders } from "./people-list.tsx";

interface OutsideListProps {
  title: string;
  page: OutsidePage;
  /** Whether this is the last list that we received. */
  stale: boolean;
}

/** A category of an analysis that the outside system made: searched, page by page, and as a file. */
export function OutsideList({ title, page, stale }: OutsideListProps) {
  const { key, total, named, hidden, text, found, sorting } = page;
  const address = addresses.category(key);
  const sorted = sorting ? sortQuery(sorting, shownOrders) : {};
  return (
    <div className="beside-list">
      <div>
        <h1 className="flex flex-wrap items-baseline justify-between gap-3 text-2xl font-extrabold">
          {title}
          <span className="text-blue-ink tabular-nums">
            {total === null ? <Clock /> : withCommas(total)}
          </span>
        </h1>
        {stale && (
          <CheckAgain at={address}>
            We cannot reach your analysis right now. This is the last list that we received.
          </CheckAgain>
        )}
        {total !== null && named > 0 && named + hidden < total && (
          <p className="mt-2 text-sm text-muted">
            This list shows the {withCommas(named + hidden)} people that the analysis names.
          </p>
        )}
        <HiddenNote count={hidden} />
        {named > 0 && (
          <>
            <SearchPeople address={address} text={text} query={sorted} />
            <SearchedFor text={text} found={found} all={address} />
          </>
        )}
      </div>
      <div>
        {named === 0 ? (
          <p className="mt-6 rounded-card bg-tint p-5 text-muted">
            {total === null
              ? "This number is still being counted. Please come back when the analysis has finished."
              : "There is nobody to show here at the moment."}
          </p>
        ) : (
          <People page={page} sorted={sorted} />
        )}
      </div>
    </div>
  );
}

function People({ page, sorted }: { page: OutsidePage; sorted: Record<string, string> }) {
  const { key, text, people, sorting } = page;
  const address = addresses.category(key);
  const query: Record<string, string> = text ? { q: text } : {};
  return (
    <>
      {people.length > 0 && (
        <PeopleRows address={address} query={query} people={people} sorting={sorting} />
      )}
      <Pages address={address} query={{ ...query, ...sorted }} page={page} />
      <DownloadCsv href={addresses.categoryFile(key)}>Download as CSV</DownloadCsv>
    </>
  );
}
