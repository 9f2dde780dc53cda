import { type ColumnHead, TableHead } from "~/design/table-head";
import {
  type ChosenPosts,
  type PostOrder,
  postDirections,
  postOrders,
  postsQuery,
} from "~/features/growth/rules/posts-list";
import { addresses } from "~/platform/values/addresses";
import { sortedBy } from "~/platform/values/sorting";
import { orderLabels } from "./post-choices.tsx";
import type { ShownPosts } from "./shown-posts.server.ts";

interface PostsTableProps extends Pick<ShownPosts, "posts"> {
  chosen: ChosenPosts;
}

/** The posts with their figures, sorted by the heads. What is not known has a dash. */
export function PostsTable({ posts, chosen }: PostsTableProps) {
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: on a phone it is drawn as a list */}
      <table role="table" className="data-table figure-cells mt-5">
        <TableHead heads={postOrders.map((order) => headOf(order, chosen))} />
        {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
        <tbody role="rowgroup">
          {posts.map((post) => (
            <PostRow key={`${post.at} ${post.permalink}`} post={post} />
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-sm text-muted">
        Rate: likes and comments, in percent of your followers at that time. Follows: counted by
        Instagram, for posts and not for reels. A dash stands for what is not known.
      </p>
    </>
  );
}

function headOf(order: PostOrder, chosen: ChosenPosts): ColumnHead {
  const { sorting } = chosen;
  const pressed = { ...chosen, sorting: sortedBy(order, sorting, postDirections) };
  return {
    label: orderLabels[order],
    href: addresses.postsIn(postsQuery(pressed)),
    sorted: sorting.by === order ? sorting.direction : undefined,
  };
}

function PostRow({ post }: { post: ShownPosts["posts"][number] }) {
  const { name, permalink, figures } = post;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: on a phone it is drawn as a list
    <tr role="row">
      {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
      <th scope="row" role="rowheader">
        {permalink ? (
          <a
            href={permalink}
            target="_blank"
            rel="noopener noreferrer"
            className="text-blue-ink underline"
          >
            {name}
          </a>
        ) : (
          name
        )}
      </th>
      {figures.map(({ label, value }) => (
        // biome-ignore lint/a11y/noRedundantRoles: as above
        <td key={label} role="cell" data-label={label}>
          {value ?? (
            <>
              <span aria-hidden="true">–</span>
              <span className="sr-only">not known</span>
            </>
          )}
        </td>
      ))}
    </tr>
  );
}
