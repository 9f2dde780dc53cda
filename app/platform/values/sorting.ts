/** How a table is sorted. */
export type Direction = "ascending" | "descending";

export interface Sorting<Key extends string = string> {
  by: Key;
  direction: Direction;
}

/** By column, the direction in which a table is sorted by it at first. */
export type FirstDirections<Key extends string> = Readonly<Record<Key, Direction>>;

/** `?sort=` names a column, and `?order=` the direction, if it is not the first one. Undefined where none is named. */
export function sortingOf<Key extends string>(
  query: URLSearchParams,
  first: FirstDirections<Key>,
): Sorting<Key> | undefined {
  const by = query.get("sort");
  if (by === null || !Object.hasOwn(first, by)) return undefined;
  const asked = query.get("order");
  const direction = asked === "ascending" || asked === "descending" ? asked : first[by as Key];
  return { by: by as Key, direction };
}

/** The query of a sorting, as `sortingOf` reads it. */
export const sortQuery = <Key extends string>(
  { by, direction }: Sorting<Key>,
  first: FirstDirections<Key>,
): Record<string, string> => ({
  sort: by,
  ...(direction !== first[by] && { order: direction }),
});

/** What pressing a column's head leads to: another column in its first direction, the same one the other way round. */
export function sortedBy<Key extends string>(
  by: Key,
  now: Sorting<Key> | undefined,
  first: FirstDirections<Key>,
): Sorting<Key> {
  if (now?.by !== by) return { by, direction: first[by] };
  return { by, direction: now.direction === "ascending" ? "descending" : "ascending" };
}
