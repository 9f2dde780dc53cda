import type { Growth } from "~/features/growth/growth";
import {
  filteredPosts,
  postKinds,
  postOrders,
  sortedPosts,
} from "~/features/growth/rules/series/posts-list";
import { rangeOf, spanOf } from "~/features/growth/rules/series/span";

/** The posts that an address asks for: `?sort=`, `?kind=`, `?range=`. What it does not name is the date, all kinds, all time. */
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

export type Chosen = ReturnType<typeof chosenPosts>["chosen"];
