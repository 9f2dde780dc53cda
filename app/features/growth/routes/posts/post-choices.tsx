import type { ReactNode } from "react";
import { ChoiceLinks } from "~/design/choice-links";
import { rangeLabels, ranges } from "~/features/growth/ranges";
import type { ChosenPosts } from "~/features/growth/rules/posts-list";
import {
  type PostKinds,
  type PostOrder,
  postKinds,
  postOrders,
} from "~/features/growth/rules/posts-list";
import { addresses } from "~/platform/values/addresses";

const orderLabels: Record<PostOrder, string> = {
  date: "Date",
  likes: "Likes",
  comments: "Comments",
  rate: "Rate",
  reach: "Reach",
  follows: "Follows",
};
const kindLabels: Record<PostKinds, string> = { all: "All", post: "Posts", reel: "Reels" };

/** Which posts are shown, and in which order. */
export function PostChoices({ chosen }: { chosen: ChosenPosts }) {
  const links = <Key extends keyof ChosenPosts>(
    key: Key,
    name: string,
    values: readonly ChosenPosts[Key][],
    labels: Readonly<Record<ChosenPosts[Key], string>>,
  ) => (
    <ChoiceLinks
      name={name}
      choices={values.map((value) => ({
        label: labels[value],
        href: addresses.postsIn({ ...chosen, [key]: value }),
        isShown: value === chosen[key],
      }))}
    />
  );
  return (
    <div className="mt-4 flex flex-col gap-3">
      <Choice name="Sort by">{links("sort", "Sort by", postOrders, orderLabels)}</Choice>
      <Choice name="Show">
        {links("kind", "Kind", postKinds, kindLabels)}
        {links("range", "Range", ranges, rangeLabels)}
      </Choice>
    </div>
  );
}

function Choice({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-sm font-semibold text-muted">{name}</p>
      {children}
    </div>
  );
}
