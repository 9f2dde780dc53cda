import { Clock } from "~/design/clock";
import { useIsExample } from "~/design/example";
import { PageIcon, type PageIconName } from "~/design/page-icons";
import { categoryLabels } from "~/features/analysis/analysis-labels";
import { type Knowing, noteText } from "~/features/analysis/analysis-notes";
import { type CategoryKey, isOtherKey } from "~/features/analysis/profile";
import type { Note } from "~/features/history/history";
import { addresses } from "~/platform/values/addresses";
import { withCommas } from "~/platform/values/numbers";

const icons: Record<CategoryKey, PageIconName> = {
  likes: "admirers",
  comments: "comments",
  lostFollowers: "lostFollowers",
  newFollowers: "newFollowers",
  secretFans: "spark",
  inactiveFollowers: "inactiveFollowers",
  friends: "friends",
  fans: "fans",
  notFollowingBack: "notFollowingBack",
  returned: "returned",
  renamed: "renamed",
  refollowed: "refollowed",
  pendingRequests: "pendingRequests",
  followedByYou: "newFollowers",
  unfollowedByYou: "lostFollowers",
  newFriends: "friends",
  lostFriends: "inactiveFollowers",
};

interface CategoryTileProps {
  tile: { key: CategoryKey; total: number | null; note: Note | undefined };
  knowing: Knowing;
}

/**
 * A category's total, which links to the list of people; a clock while it is being counted; or, where it cannot be
 * known, why not, which links to the import or the connection where that can tell, else to a page that says more.
 */
export function CategoryTile({ tile: { key, total, note }, knowing }: CategoryTileProps) {
  const text = total === null && note ? noteText(note, knowing, key) : undefined;
  const isExample = useIsExample();
  // Of an example there are lists of people only.
  const isLinked = isExample ? total !== null && !isOtherKey(key) : total !== null || text;
  const page = isExample ? addresses.exampleCategory(key) : addresses.category(key);
  const to = text?.way ? addresses[text.way.to] : page;
  const style = "flex h-full flex-col card p-4 text-ink shadow-card";
  const content = (
    <>
      <span className="grid size-10 place-items-center rounded-full bg-tint text-blue-ink">
        <PageIcon name={icons[key]} className="size-5" />
      </span>
      {text ? (
        <span className="mt-3 block min-h-9 leading-snug font-bold">{text.short}</span>
      ) : (
        <span className="mt-3 block min-h-9 text-2xl font-extrabold tabular-nums">
          {total === null ? <Clock /> : withCommas(total)}
        </span>
      )}
      <span className="block text-sm font-semibold text-muted">{categoryLabels[key]}</span>
      {text && (
        <span className="mt-auto block pt-2 text-sm font-semibold text-blue-ink underline">
          {text.way?.label ?? "Read why"}
        </span>
      )}
    </>
  );
  if (!isLinked) return <div className={style}>{content}</div>;
  return (
    <a href={to} className={`${style} no-underline hover:border-blue`}>
      {content}
    </a>
  );
}
