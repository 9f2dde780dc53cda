import type { ReactNode } from "react";
import { ChoiceLinks } from "~/design/choice-links";
import { rangeLabels, ranges } from "~/features/growth/ranges";
import type { ChosenPosts } from "~/features/growth/rules/posts-list";
import {
  type PostKinds,
  type PostOrder,
  postDirections,
  postKinds,
  postOrders,
  postsQuery,
} from "~/features/growth/rules/posts-list";
import { addresses } from "~/platform/values/addresses";
import { say, sentences } from "~/platform/values/say";

export const orderLabels: Record<PostOrder, string> = sentences({
  date: "Date",
  likes: "Likes",
  comments: "Comments",
  rate: "Rate",
  reach: "Reach",
  follows: "Follows",
});
const kindLabels: Record<PostKinds, string> = sentences({
  all: "All",
  post: "Posts",
  reel: "Reels",
});

/** Which posts are shown, and in which order. Where these are a table, its heads sort them. */
export function PostChoices({ chosen }: { chosen: ChosenPosts }) {
  const { sorting, kind, range } = chosen;
  const to = (change: Partial<ChosenPosts>) =>
    addresses.postsIn(postsQuery({ ...chosen, ...change }));
  return (
    <div className="mt-4 flex flex-col gap-3">
      <Choice name={say`Sort by`} className="@2xl:hidden">
        <ChoiceLinks
          name={say`Sort by`}
          choices={postOrders.map((by) => ({
            label: orderLabels[by],
            href: to({ sorting: { by, direction: postDirections[by] } }),
            isShown: by === sorting.by,
          }))}
        />
      </Choice>
      <Choice name={say`Show`}>
        <div className="flex flex-col gap-1.5 @2xl:flex-row @2xl:gap-4 @2xl:*:flex-1">
          <ChoiceLinks
            name={say`Kind`}
            choices={postKinds.map((one) => ({
              label: kindLabels[one],
              href: to({ kind: one }),
              isShown: one === kind,
            }))}
          />
          <ChoiceLinks
            name={say`Range`}
            choices={ranges.map((one) => ({
              label: rangeLabels[one],
              href: to({ range: one }),
              isShown: one === range,
            }))}
          />
        </div>
      </Choice>
    </div>
  );
}

interface ChoiceProps {
  name: string;
  className?: string;
  children: ReactNode;
}

function Choice({ name, className = "", children }: ChoiceProps) {
  return (
    <div className={`flex flex-col gap-1.5 ${className}`}>
      <p className="text-sm font-semibold text-muted">{name}</p>
      {children}
    </div>
  );
}
