import { Clock } from "~/components/clock";
import { type IconName, NamedIcon } from "~/components/icons";
import { categoryLabels } from "~/domain/analysis-labels";
import { withCommas } from "~/domain/numbers";
import type { CategoryKey } from "~/domain/profile";
import { addresses } from "~/web/addresses";

const icons: Record<CategoryKey, IconName> = {
  likes: "admirers",
  comments: "comments",
  lostFollowers: "lostFollowers",
  newFollowers: "newFollowers",
  secretFans: "spark",
  inactiveFollowers: "inactiveFollowers",
  friends: "friends",
  fans: "fans",
};

/** A category's total, or a clock while it is being counted. Links to the list of people. */
export function CategoryTile({ tile }: { tile: { key: CategoryKey; total: number | null } }) {
  const { key, total } = tile;
  const style =
    "flex h-full flex-col rounded-card border border-line bg-surface p-4 text-ink shadow-card";
  const content = (
    <>
      <span className="grid size-10 place-items-center rounded-full bg-tint text-blue-ink">
        <NamedIcon name={icons[key]} className="size-5" />
      </span>
      <span className="mt-3 block min-h-9 text-2xl font-extrabold tabular-nums">
        {total === null ? <Clock /> : withCommas(total)}
      </span>
      <span className="block text-sm font-semibold text-muted">{categoryLabels[key]}</span>
    </>
  );
  if (total === null) return <div className={style}>{content}</div>;
  return (
    <a href={`${addresses.analytics}/${key}`} className={`${style} no-underline hover:border-blue`}>
      {content}
    </a>
  );
}
