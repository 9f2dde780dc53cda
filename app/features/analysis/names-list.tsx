import { PageIcon } from "~/design/page-icons";
import { type ColumnHead, TableHead } from "~/design/table-head";
import { PersonLink } from "~/features/analysis/person-link";
import type { CategoryKey } from "~/features/analysis/profile";
import { instagramAddress } from "~/features/export/instagram-address";
import type { ListedPerson } from "~/features/history/people-list";
import { formatDate } from "~/platform/values/dates";
import { orList } from "~/platform/values/listed";
import { plural, withCommas } from "~/platform/values/numbers";
import { say, sentences } from "~/platform/values/say";
import { sortedBy, sortQuery } from "~/platform/values/sorting";
import {
  type PeopleOrder,
  type PeopleSorting,
  peopleOrders,
  storedSorting,
} from "./sorted-people.ts";

/** The label of the time of the follow, by category. */
const sinceLabels: Partial<Record<CategoryKey, string>> = sentences({
  lostFollowers: "Followed you since",
  notFollowingBack: "You have followed them since",
  pendingRequests: "You asked on",
  refollowed: "Following you again since",
  followedByYou: "You have followed them since",
  unfollowedByYou: "You had followed them since",
  lostFriends: "Followed you since",
});

interface NamesListProps {
  category: CategoryKey;
  people: readonly ListedPerson[];
  sorted: SortedBy;
}

/** How the heads sort a list. */
interface SortedBy {
  address: string;
  /** What else stands in the address' query. */
  query: Readonly<Record<string, string>>;
  /** Undefined: as the list is stored. */
  sorting: PeopleSorting | undefined;
}

/** People with a link to their profile on Instagram, and since when, or how often they commented. */
export function NamesList({ category, people, sorted }: NamesListProps) {
  const label = sinceLabels[category] ?? say`Following you since`;
  const isRenamed = people.some(({ former }) => former);
  const isCounted = people.some(({ comments }) => comments !== undefined);
  return (
    // biome-ignore lint/a11y/noRedundantRoles: on a phone it is drawn as a list
    <table role="table" className="data-table line-cells mt-4">
      <TableHead
        heads={[
          headOf(category, sorted, "name", say`Name`),
          ...(isRenamed ? [{ label: "Formerly" }] : []),
          isCounted
            ? headOf(category, sorted, "comments", say`Comments`)
            : headOf(category, sorted, "since", label),
        ]}
      />
      {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
      <tbody role="rowgroup">
        {people.map(({ username, since, former, comments }) => (
          // biome-ignore lint/a11y/noRedundantRoles: as above
          <tr key={username} role="row" className="wrap-anywhere">
            {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
            <th scope="row" role="rowheader">
              <Name username={username} />
            </th>
            {isRenamed && (
              // biome-ignore lint/a11y/noRedundantRoles: as above
              <td role="cell">
                {former && (
                  <>
                    <OnPhone>formerly </OnPhone>
                    <FormerNames {...former} />
                  </>
                )}
              </td>
            )}
            {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
            <td role="cell">
              {isCounted ? <Comments count={comments ?? 0} /> : <Since label={label} at={since} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function headOf(
  category: CategoryKey,
  { address, query, sorting }: SortedBy,
  by: PeopleOrder,
  label: string,
): ColumnHead {
  const now = sorting ?? storedSorting(category);
  const first = peopleOrders(category);
  const pressed = sortQuery(sortedBy(by, now, first), first);
  return {
    label,
    href: `${address}?${new URLSearchParams({ ...query, ...pressed })}`,
    sorted: now.by === by ? now.direction : undefined,
  };
}

/** Words for a phone, where the table has no head that says them. */
const OnPhone = ({ children }: { children: string }) => (
  <span className="@2xl:hidden">{children}</span>
);

function Since({ label, at }: { label: string; at: number | undefined }) {
  if (at === undefined)
    return (
      <>
        <OnPhone>Since when is </OnPhone>not known
      </>
    );
  return (
    <>
      <OnPhone>{`${label} `}</OnPhone>
      {formatDate(at * 1_000)}
    </>
  );
}

const Comments = ({ count }: { count: number }) => (
  <>
    {withCommas(count)}
    <OnPhone>{` ${plural(count, "comment")}`}</OnPhone>
  </>
);

/**
 * A name leads to the person's page, and beside it, if it is a real one, to Instagram. It may hold anything that a made-up
 * export holds, so it gets a direction of its own.
 */
function Name({ username }: { username: string }) {
  const instagram = instagramAddress(username);
  return (
    <span className="flex items-center justify-between gap-3 font-bold lg:justify-start">
      <PersonLink username={username} />
      {instagram && (
        <a
          href={instagram}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`${username} on Instagram`}
          className="-m-3 grid size-10 shrink-0 place-items-center text-blue-ink"
        >
          <PageIcon name="external" className="size-4" />
        </a>
      )}
    </span>
  );
}

function FormerNames({ names, others }: NonNullable<ListedPerson["former"]>) {
  return <bdi>{orList(others > 0 ? [...names, say`${others} others`] : names)}</bdi>;
}
