import { PageIcon } from "~/design/page-icons";
import { PersonLink } from "~/features/analysis/person-link";
import type { CategoryKey } from "~/features/analysis/profile";
import { instagramAddress } from "~/features/export/instagram-address";
import type { ListedPerson } from "~/features/history/people-list";
import { formatDate } from "~/platform/values/dates";
import { counted } from "~/platform/values/numbers";

/** What the second of the follow says, by category. */
const sinceLabels: Partial<Record<CategoryKey, string>> = {
  lostFollowers: "Followed you since",
  notFollowingBack: "You have followed them since",
  pendingRequests: "You asked on",
  refollowed: "Following you again since",
};

interface NamesListProps {
  category: CategoryKey;
  people: readonly ListedPerson[];
}

/** People with a link to their profile on Instagram, and since when, or how often they commented. */
export function NamesList({ category, people }: NamesListProps) {
  const label = sinceLabels[category] ?? "Following you since";
  return (
    <ul className="mt-4 divide-y divide-line">
      {people.map(({ username, since, former, comments }) => (
        <li key={username} className="py-3 wrap-anywhere">
          <p>
            <Name username={username} />
          </p>
          {former && (
            <p className="text-sm">
              formerly <FormerNames {...former} />
            </p>
          )}
          <p className="text-sm text-muted">
            {comments === undefined ? sinceWhen(label, since) : counted(comments, "comment")}
          </p>
        </li>
      ))}
    </ul>
  );
}

const sinceWhen = (label: string, since: number | undefined): string =>
  since === undefined ? "Since when is not known" : `${label} ${formatDate(since * 1_000)}`;

/**
 * A name leads to the person's page, and beside it, if it is a real one, to Instagram. It may hold anything that a made-up
 * export holds, so it gets a direction of its own.
 */
function Name({ username }: { username: string }) {
  const instagram = instagramAddress(username);
  return (
    <span className="flex items-center justify-between gap-3 font-bold">
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
  const shown = others > 0 ? [...names, `${others} others`] : names;
  return <bdi>{shown.join(" or ")}</bdi>;
}
