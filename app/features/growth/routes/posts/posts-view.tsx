import { DownloadCsv } from "~/design/download-csv";
import { Pages } from "~/design/pages";
import { postsQuery } from "~/features/growth/rules/posts-list";
import { addresses } from "~/platform/values/addresses";
import { withCommas } from "~/platform/values/numbers";
import { say } from "~/platform/values/say";
import { PostChoices } from "./post-choices.tsx";
import { PostsTable } from "./posts-table.tsx";
import type { ShownPosts } from "./shown-posts.server.ts";

export function PostsView({ page }: { page: ShownPosts }) {
  const { chosen, hiddenLikes, posts } = page;
  return (
    <>
      <h1 className="text-2xl font-extrabold">Your posts</h1>
      <p className="mt-1 text-muted">
        {countOf(page)}
        {hiddenLikes > 0 && ` Of ${withCommas(hiddenLikes)}, the likes are hidden or unknown.`}
      </p>
      <PostChoices chosen={chosen} />
      {posts.length === 0 ? <NoneChosen /> : <PostsTable posts={posts} chosen={chosen} />}
      <Pages address={addresses.posts} query={postsQuery(chosen)} page={page} />
      <DownloadCsv href={addresses.postsFile(postsQuery(chosen))}>Download as CSV</DownloadCsv>
    </>
  );
}

function countOf({ total, read }: ShownPosts): string {
  if (read === 1)
    return total === 1 ? say`One post was read.` : say`One post was read, and not shown.`;
  return total === read
    ? say`Your latest ${withCommas(read)} posts and reels.`
    : say`${withCommas(total)} of your latest ${withCommas(read)} posts and reels.`;
}

function NoneChosen() {
  return (
    <p className="mt-6 rounded-card bg-tint p-5 text-muted">
      No such posts in this range.{" "}
      <a href={addresses.posts} className="font-semibold text-blue-ink underline">
        Show all
      </a>
    </p>
  );
}
