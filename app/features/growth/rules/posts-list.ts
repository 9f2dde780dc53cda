import type { Cell } from "../../../platform/values/csv.ts";
import {
  type Direction,
  type FirstDirections,
  type Sorting,
  sortingOf,
  sortQuery,
} from "../../../platform/values/sorting.ts";
import type { Growth, GrowthPost } from "../growth.ts";
import { isWithin, rangeOf, type Span, spanOf } from "../ranges.ts";

/** What posts can be sorted by; `?sort=` names one. */
export const postOrders = ["date", "likes", "comments", "rate", "reach", "follows"] as const;
export type PostOrder = (typeof postOrders)[number];

export const postKinds = ["all", "post", "reel"] as const;
export type PostKinds = (typeof postKinds)[number];

/** The most first, and of dates the newest. */
export const postDirections: FirstDirections<PostOrder> = {
  date: "descending",
  likes: "descending",
  comments: "descending",
  rate: "descending",
  reach: "descending",
  follows: "descending",
};

/** The most first, or the least; unknown figures last, and of equals the newest first. */
export function sortedPosts(
  posts: readonly GrowthPost[],
  order: PostOrder,
  direction: Direction = "descending",
): GrowthPost[] {
  const newest = posts.toSorted((a, b) => b.postedAt - a.postedAt);
  const isRising = direction === "ascending";
  if (order === "date") return isRising ? newest.reverse() : newest;
  return newest.sort((a, b) => {
    const [one, other] = [a[order], b[order]];
    if (one === other) return 0;
    if (one === null || other === null) return one === null ? 1 : -1;
    return isRising ? one - other : other - one;
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
  const sorting: Sorting<PostOrder> = sortingOf(query, postDirections) ?? {
    by: "date",
    direction: "descending",
  };
  const kind = postKinds.find((one) => one === query.get("kind")) ?? "all";
  const range = rangeOf(query.get("range"), "all");
  const shown = filteredPosts(growth.posts, kind, spanOf(range, growth, now));
  return {
    chosen: { sorting, kind, range },
    posts: sortedPosts(shown, sorting.by, sorting.direction),
  };
}

/** The query that asks for the same again. */
export const postsQuery = ({ sorting, kind, range }: ChosenPosts): Record<string, string> => ({
  ...sortQuery(sorting, postDirections),
  kind,
  range,
});

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
