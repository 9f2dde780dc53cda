import { formatDate } from "~/platform/values/dates";
import { counted } from "~/platform/values/numbers";
import { say } from "~/platform/values/say";
import type { BuiltInPage } from "./built-in-page.server.ts";

type Page = Pick<BuiltInPage, "key" | "sources" | "posts">;

/** Where a number that names nobody is from. */
export function CountedFrom({ page: { key, sources, posts } }: { page: Page }) {
  const { connection, export: exported } = sources;
  if (!connection)
    return (
      <>From the insights in your export. They say how many there are, not who they are from.</>
    );
  return (
    <>
      From Instagram, read {formatDate(connection.readAt)}, over your{" "}
      {counted(posts, "latest post")}.{" "}
      {key === "likes"
        ? "Instagram says how many likes there are, and tells nobody who they are from."
        : exported && "Those who comment and do not follow you are among your secret fans."}
    </>
  );
}

/** What the lists of those who comment or do not are made from, and what cannot be seen. */
export function ReactingFrom({ page: { key, sources, posts } }: { page: Page }) {
  const { connection, export: exported } = sources;
  if (!connection || !exported || (key !== "secretFans" && key !== "inactiveFollowers"))
    return null;
  const { wholePosts, readAt } = connection;
  const isPart = wholePosts !== undefined && wholePosts < posts;
  const all = counted(posts, "latest post");
  const read = formatDate(readAt);
  const list =
    exported.takenAt === undefined
      ? say`your export`
      : say`your export of ${formatDate(exported.takenAt)}`;
  const text = {
    secretFans: isPart
      ? say`They commented on ${wholePosts} of your ${all}, whose comments we could read to the end, read ${read}, and are not among the followers in ${list}: the most comments first. Who followed you or changed their name since then may be among them. Likes cannot be seen: Instagram tells nobody who liked a post.`
      : say`They commented on your ${all}, read ${read}, and are not among the followers in ${list}: the most comments first. Who followed you or changed their name since then may be among them. Likes cannot be seen: Instagram tells nobody who liked a post.`,
    inactiveFollowers: isPart
      ? say`They follow you, by ${list}, and commented on none of ${wholePosts} of your ${all}, whose comments we could read to the end, read ${read}: who has followed you longest comes first. Likes cannot be seen, so some of them may like your posts.`
      : say`They follow you, by ${list}, and commented on none of your ${all}, read ${read}: who has followed you longest comes first. Likes cannot be seen, so some of them may like your posts.`,
  };
  return <p className="mt-2 text-muted">{text[key]}</p>;
}
