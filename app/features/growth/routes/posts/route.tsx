import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { ChoiceLinks } from "~/design/choice-links";
import { DownloadCsv } from "~/design/download-csv";
import { Pages } from "~/design/pages";
import { type ColumnHead, TableHead } from "~/design/table-head";
import { Unavailable } from "~/design/unavailable";
import { requireOwnAnalysis } from "~/features/account/guards.server";
import type { Knowing } from "~/features/analysis/analysis-notes";
import { FirstStep } from "~/features/analysis/first-step";
import { GrowthUnreadable } from "~/features/growth/growth.server";
import { rangeLabels, ranges } from "~/features/growth/ranges";
import {
  type ChosenPosts,
  type PostKinds,
  type PostOrder,
  postDirections,
  postKinds,
  postOrders,
  postsQuery,
} from "~/features/growth/rules/posts-list";
import { GrowthUnreadableMessage } from "~/features/growth/views/growth-unreadable";
import { PostLink } from "~/features/growth/views/post-link";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { orElse } from "~/platform/upstream/upstream.server";
import { addresses, queryOf } from "~/platform/values/addresses";
import { withCommas } from "~/platform/values/numbers";
import { say, sentences } from "~/platform/values/say";
import { sortedBy } from "~/platform/values/sorting";
import { type ShownPosts, shownPosts } from "./shown-posts.server.ts";

export const handle: PageHandle = { title: "Posts", back: addresses.growth, isWide: true };

export const meta: MetaFunction = () =>
  pageMeta("Posts", "Your latest posts and reels, with likes, comments, rate, reach and follows.");

/** The posts that were read, sorted and filtered by links. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { uid } = await requireOwnAnalysis(request);
  return orElse(shownPosts(uid, queryOf(request)), (failure) =>
    failure instanceof GrowthUnreadable
      ? data({ state: "unreadable" as const }, 503)
      : data({ state: "unavailable" as const }, 503),
  );
}

interface PostsTableProps extends Pick<ShownPosts, "posts"> {
  chosen: ChosenPosts;
}

/** The posts with their figures, sorted by the heads. What is not known has a dash. */
function PostsTable({ posts, chosen }: PostsTableProps) {
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

const orderLabels: Record<PostOrder, string> = sentences({
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
function PostChoices({ chosen }: { chosen: ChosenPosts }) {
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
        <PostLink name={name} permalink={permalink} className="text-blue-ink underline" />
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

function PostsView({ page }: { page: ShownPosts }) {
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

const link = "font-semibold text-blue-ink underline";

/** Stands for the posts where the analysis knows no figures of them. */
function NoPosts({ knowing: { isConnected, mayConnect, mayImport } }: { knowing: Knowing }) {
  return (
    <>
      <h1 className="mb-5 text-2xl font-extrabold">Your posts</h1>
      <div className="flex flex-col gap-3 rounded-card bg-tint p-5 text-muted">
        {isConnected ? (
          <p>Instagram has not told us anything of your posts yet.</p>
        ) : (
          <p>
            The likes, comments and reach of your posts are not in your exports.
            {mayConnect && " Instagram tells them to those who connect a professional account."}
            {mayImport &&
              " An export of a professional account has them, too, if you ask for the part 'Past Instagram insights'."}
          </p>
        )}
        {mayConnect && (
          <a href={addresses.connect} className={link}>
            {isConnected ? "See your connection" : "Connect Instagram"}
          </a>
        )}
        {mayImport && !isConnected && (
          <a href={addresses.import} className={link}>
            Import a newer export
          </a>
        )}
      </div>
    </>
  );
}

export default function Posts() {
  const page = useLoaderData<typeof loader>();
  if (page.state === "unavailable")
    return (
      <Unavailable retry={addresses.posts}>
        We cannot reach your posts right now. Your data is safe.
      </Unavailable>
    );
  if (page.state === "unreadable") return <GrowthUnreadableMessage />;
  if (page.state === "first-step") return <FirstStep {...page.firstStep} />;
  if (page.state === "none") return <NoPosts knowing={page.knowing} />;
  return <PostsView page={page} />;
}
