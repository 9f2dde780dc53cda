import { buttonStyle } from "~/components/button";
import { ChoiceLinks } from "~/components/choice-links";
import { NamedIcon } from "~/components/icons";
import { Pages } from "~/components/pages";
import { ranges } from "~/domain/growth/ranges";
import {
  type PostKinds,
  type PostOrder,
  postKinds,
  postOrders,
} from "~/domain/growth-series/posts-list";
import { rangeLabels } from "~/domain/growth-series/span";
import { withCommas } from "~/domain/numbers";
import { addresses } from "~/web/addresses";
import { PostCard } from "./post-card.tsx";
import type { ShownPosts } from "./shown-posts.server.ts";

const orderLabels: Record<PostOrder, string> = {
  date: "Date",
  likes: "Likes",
  comments: "Comments",
  rate: "Rate",
  reach: "Reach",
  follows: "Follows",
};
const kindLabels: Record<PostKinds, string> = { all: "All", post: "Posts", reel: "Reels" };

export function PostsView({ page }: { page: ShownPosts }) {
  const { chosen, total, hiddenLikes, posts } = page;
  return (
    <>
      <h1 className="text-2xl font-extrabold">Your posts</h1>
      <p className="mt-1 text-muted">
        {withCommas(total)} {total === 1 ? "post" : "posts and reels"}, of the latest that were
        read.
        {hiddenLikes > 0 && ` Of ${withCommas(hiddenLikes)}, the likes are hidden or unknown.`}
      </p>
      <div className="mt-4 flex flex-col gap-3">
        <Choice name="Sort by">
          <ChoiceLinks
            name="Sort by"
            choices={postOrders.map((sort) => ({
              label: orderLabels[sort],
              href: addresses.postsIn({ ...chosen, sort }),
              isShown: sort === chosen.sort,
            }))}
          />
        </Choice>
        <Choice name="Show">
          <ChoiceLinks
            name="Kind"
            choices={postKinds.map((kind) => ({
              label: kindLabels[kind],
              href: addresses.postsIn({ ...chosen, kind }),
              isShown: kind === chosen.kind,
            }))}
          />
          <ChoiceLinks
            name="Range"
            choices={ranges.map((range) => ({
              label: rangeLabels[range],
              href: addresses.postsIn({ ...chosen, range }),
              isShown: range === chosen.range,
            }))}
          />
        </Choice>
      </div>
      {posts.length === 0 ? (
        <p className="mt-6 rounded-card bg-tint p-5 text-muted">
          No such posts in this range.{" "}
          <a href={addresses.posts} className="font-semibold text-blue-ink underline">
            Show all
          </a>
        </p>
      ) : (
        <ol className="mt-5 divide-y divide-line">
          {posts.map((post) => (
            <li key={`${post.at} ${post.permalink}`}>
              <PostCard post={post} />
            </li>
          ))}
        </ol>
      )}
      <Pages address={addresses.posts} query={chosen} page={page} />
      <a href={addresses.postsFile(chosen)} className={buttonStyle("quiet", "mt-6 w-full")}>
        <NamedIcon name="download" className="size-5" />
        Download as CSV
      </a>
    </>
  );
}

function Choice({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-sm font-semibold text-muted">{name}</p>
      {children}
    </div>
  );
}
