import type { ReactNode } from "react";
import { Picture } from "~/design/picture";
import { StillCounting } from "~/design/still-counting";
import { formatDate } from "~/platform/values/dates";
import { counted } from "~/platform/values/numbers";

export interface ShownPost {
  src: string | undefined;
  count: number;
  date: number | undefined;
  user: string | undefined;
}

interface TopPostsProps {
  posts: readonly ShownPost[] | undefined;
  noun: "like" | "comment";
  /** What stands in their place where there are none or they cannot be known. Without it, a clock: they are being counted. */
  unknown?: ReactNode;
  /** An export has no pictures that could be shown, so there is no place for them. */
  withoutPictures?: boolean;
}

/** A horizontally scrolling row of posts, best first. It ends 4 px before a phone's edge: there its focus ring is seen. */
export function TopPosts({ posts, noun, unknown, withoutPictures = false }: TopPostsProps) {
  if (unknown && !posts?.length) return unknown;
  if (!posts)
    return (
      <div className="card p-5">
        <StillCounting />
      </div>
    );
  if (posts.length === 0)
    return <p className="rounded-card bg-tint p-5 text-muted">No posts with {noun}s yet.</p>;
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      aria-label={`Most ${noun === "like" ? "liked" : "commented"} posts`}
      className="-mx-4 overflow-x-auto px-4 pb-3 outline-offset-0 @2xl:mx-0 @2xl:px-0"
    >
      <ol className="flex snap-x gap-3 @2xl:grid @2xl:grid-cols-5">
        {posts.map((post, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes and posts have no id
            key={index}
            className="w-40 shrink-0 snap-start @2xl:w-auto overflow-hidden rounded-2xl border border-line bg-surface"
          >
            {(post.src || !withoutPictures) && (
              <Picture
                src={post.src}
                alt=""
                width={160}
                height={160}
                className="aspect-square w-full"
              />
            )}
            <p className="px-3 pt-2 font-bold tabular-nums">{counted(post.count, noun)}</p>
            <p className="px-3 pb-3 text-sm text-muted">
              {post.date === undefined ? "" : formatDate(post.date)}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
