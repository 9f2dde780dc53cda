import type { PeopleCategory } from "../analysis/categories.ts";
import type { ChangeKind } from "../history/history.ts";

/** The category that shows this kind of change between the last two imports. */
export const categoryOfChange = {
  new: "newFollowers",
  lost: "lostFollowers",
  renamed: "renamed",
  returned: "returned",
  refollowed: "refollowed",
} as const satisfies Record<ChangeKind, PeopleCategory>;
