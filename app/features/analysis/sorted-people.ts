import {
  type Direction,
  type FirstDirections,
  type Sorting,
  sortingOf,
  sortQuery,
} from "../../platform/values/sorting.ts";
import type { ListedPerson, PeopleList } from "../history/people-list.ts";
import type { CategoryKey } from "./profile.ts";

/** What a list of people can be sorted by; `?sort=` names one. */
export type PeopleOrder = "name" | "since" | "comments";
export type PeopleSorting = Sorting<PeopleOrder>;

/** How many of a sorted list are shown. It bounds how many are held while the whole list is read. */
export const mostSorted = 20_000;

/** Those whose oldest follow comes first (app/features/analysis/categories.ts). */
const oldestFirst: ReadonlySet<CategoryKey> = new Set([
  "lostFollowers",
  "notFollowingBack",
  "inactiveFollowers",
  "pendingRequests",
  "unfollowedByYou",
  "lostFriends",
]);

/** What a list of this category can be sorted by, each with its first direction. */
export function peopleOrders(key: CategoryKey): FirstDirections<PeopleOrder> {
  const since: Direction = oldestFirst.has(key) ? "ascending" : "descending";
  return { name: "ascending", since, comments: "descending" };
}

/** How a list is sorted where no other order is asked for. */
export function storedSorting(key: CategoryKey): PeopleSorting {
  const by = key === "secretFans" ? "comments" : "since";
  return { by, direction: peopleOrders(key)[by] };
}

/** `?sort=` and `?order=` of a list. Undefined where it is asked for as it is stored. */
export function askedSorting(key: CategoryKey, query: URLSearchParams): PeopleSorting | undefined {
  const asked = sortingOf(query, peopleOrders(key));
  const stored = storedSorting(key);
  const isStored = asked?.by === stored.by && asked.direction === stored.direction;
  return isStored ? undefined : asked;
}

/** The query of a sorting; empty where the list is shown as it is stored. */
export const peopleSortQuery = (key: CategoryKey, sorting: PeopleSorting | undefined) =>
  sorting ? sortQuery(sorting, peopleOrders(key)) : {};

/**
 * A part of a list in another order than it is stored in; the list is read as a whole. What is not known stands last, and
 * equals stay as they stood.
 * @param text lower case; "" for all
 */
export async function sortedPeople(
  people: PeopleList,
  text: string,
  { by, direction }: PeopleSorting,
  from: number,
  count: number,
): Promise<{ total: number; people: ListedPerson[] }> {
  const rising = comparisons[by];
  const compare = direction === "ascending" ? rising : reversed(rising, by);
  const kept = Math.min(from + count, mostSorted);
  const best: ListedPerson[] = [];
  let total = 0;
  for await (const part of people.parts()) {
    const found = text ? part.filter((person) => isNamed(person, text)) : part;
    total += found.length;
    best.push(...found);
    if (best.length <= 2 * kept + part.length) continue;
    best.sort(compare);
    best.length = kept;
  }
  best.sort(compare);
  return { total, people: best.slice(from, kept) };
}

const isNamed = ({ username, former }: ListedPerson, text: string): boolean =>
  username.includes(text) || former?.names.some((name) => name.includes(text)) === true;

type Comparison = (a: ListedPerson, b: ListedPerson) => number;

/** Unknown seconds and counts last. */
const byNumber =
  (of: "since" | "comments"): Comparison =>
  (a, b) =>
    (a[of] ?? Number.POSITIVE_INFINITY) - (b[of] ?? Number.POSITIVE_INFINITY) || 0;

const comparisons: Record<PeopleOrder, Comparison> = {
  name: (a, b) => (a.username < b.username ? -1 : a.username > b.username ? 1 : 0),
  since: byNumber("since"),
  comments: byNumber("comments"),
};

const reversed =
  (rising: Comparison, by: PeopleOrder): Comparison =>
  (a, b) => {
    if (by !== "name" && (a[by] === undefined || b[by] === undefined)) return rising(a, b);
    return rising(b, a);
  };
