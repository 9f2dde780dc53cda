import { CheckAgain } from "~/design/check-again";
import { Clock } from "~/design/clock";
import { DownloadCsv } from "~/design/download-csv";
import { HiddenNote } from "~/features/analysis/hidden-note";
import { withCommas } from "~/platform/values/numbers";
import type { Sorting } from "~/platform/values/sorting";
import { inOrder, PeopleRows, type ShownOrder, type ShownPerson } from "./people-list.tsx";

interface OutsideListProps {
  title: string;
  address: string;
  /** Of the list as a file. */
  file: string;
  /** Null while it is being counted. */
  total: number | null;
  people: readonly ShownPerson[];
  /** How many of them the subscriber has hidden. */
  hidden: number;
  /** Whether this is the last list that we received. */
  stale: boolean;
  /** Undefined: as the outside system has it. */
  sorting: Sorting<ShownOrder> | undefined;
}

/** A category of an analysis that the outside system made. */
export function OutsideList({
  title,
  address,
  file,
  total,
  people,
  hidden,
  stale,
  sorting,
}: OutsideListProps) {
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
        {total !== null && people.length > 0 && people.length + hidden < total && (
          <p className="mt-2 text-sm text-muted">
            This list shows the {withCommas(people.length + hidden)} people that the analysis names.
          </p>
        )}
        <HiddenNote count={hidden} />
      </div>
      <div>
        {people.length === 0 ? (
          <p className="mt-6 rounded-card bg-tint p-5 text-muted">
            {total === null
              ? "This number is still being counted. Please come back when the analysis has finished."
              : "There is nobody to show here at the moment."}
          </p>
        ) : (
          <>
            <PeopleRows address={address} people={inOrder(people, sorting)} sorting={sorting} />
            <DownloadCsv href={file}>Download as CSV</DownloadCsv>
          </>
        )}
      </div>
    </div>
  );
}
