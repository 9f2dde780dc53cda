import type { Cell } from "../../../platform/values/csv.ts";
import type { Growth, GrowthPost } from "../growth.ts";
import { isWithin, rangeOf, type Span, spanOf } from "../ranges.ts";

/** What posts can be sorted by; `?sort=` names one. */
export const postOrders = ["date", "likes", "comments", "rate", "reach", "follows"] as const;
export type PostOrder = (typeof postOrders)[number];

export const postKinds = ["all", "post", "reel"] as const;
export type PostKinds = (typeof postKinds)[number];

const orNull = (value: number | null): number => value ?? Number.NEGATIVE_INFINITY;

/** The most first, unknown figures last; of equals the newest first. */
export function sortedPosts(posts: readonly GrowthPost[], order: PostOrder): GrowthPost[] {
  const newest = posts.toSorted((a, b) => b.postedAt - a.postedAt);
  if (order === "date") return newest;
  return newest.sort((a, b) => {
    const [one, other] = [orNull(b[order]), orNull(a[order])];
    return one === other ? 0 : one - other;
  });
}

export const filteredPosts = (
  posts: readonly GrowthPost[],
  kinds: PostKinds,
  span: Span,
): GrowthPost[] =>
  posts.filter(
    ({ kind, postedAt }) => (kinds === "all" || kind === kinds) && isWithin(span, postedAt * 1_000),
  );

/** The posts that an address asks for: `?sort=`, `?kind=`, `?range=`. Without them: by date, all kinds, all time. */
export function chosenPosts(growth: Growth, query: URLSearchParams, now: number) {
  const sort = postOrders.find((order) => order === query.get("sort")) ?? "date";
  const kind = postKinds.find((one) => one === query.get("kind")) ?? "all";
  const range = rangeOf(query.get("range"), "all");
  const chosen = { sort, kind, range };
  return {
    chosen,
    posts: sortedPosts(filteredPosts(growth.posts, kind, spanOf(range, growth, now)), sort),
  };
}

export type ChosenPosts = ReturnType<typeof chosenPosts>["chosen"];

export const postColumns = [
  "posted_at",
  "kind",
  "likes",
  "comments",
  "rate_percent",
  "reach",
  "saves",
  "shares",
  "follows_counted_by_instagram",
  "address",
] as const;

/** A post's cells in the file; what is unknown is empty. */
export function postCells(post: GrowthPost): Cell[] {
  const { postedAt, kind, likes, comments, rate, reach, saves, shares, follows, permalink } = post;
  const cell = (value: number | null): Cell => value ?? "";
  return [
    new Date(postedAt * 1_000).toISOString().replace(".000Z", "Z"),
    kind,
    cell(likes),
    cell(comments),
    cell(rate === null ? null : Math.round(rate * 1_000) / 1_000),
    cell(reach),
    cell(saves),
    cell(shares),
    cell(follows),
    permalink ?? "",
  ];
}
