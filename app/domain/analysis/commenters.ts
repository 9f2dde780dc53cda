import { IndexList } from "../index-list.ts";
import type { AccountReading } from "../instagram/account-reading.ts";
import { mergeLists, type NameList, usernameAt } from "../name-list.ts";
import { NameListBuilder } from "../name-list-builder.ts";
import type { CategoryResult, Note } from "./analysis.ts";
import type { Changes } from "./changes.ts";
import { newestFirst, oldestFirst } from "./order.ts";

/** Who commented on the posts that were read, or why it is not known. In place of a second each has how often. */
export type Commenters = NameList | { note: Note };

export const isKnown = (commenters: Commenters): commenters is NameList => "size" in commenters;

/**
 * Everybody who commented, under their present name as far as the exports tell it, and not the account itself.
 * @param ownNames of the account
 * @param changes of the last two exports: who was renamed between them may have commented under the old name
 */
export function commentersOf(
  { posts }: Pick<AccountReading, "posts">,
  ownNames: readonly string[],
  changes: Pick<Changes, "renamed" | "former"> | undefined,
): NameList {
  const counts = new Map<string, number>();
  const presentNames = changes ? presentNamesOf(changes) : new Map<string, string | undefined>();
  for (const { commenters } of posts)
    for (const [username, comments] of commenters) {
      const written = username.toLowerCase();
      const name = presentNames.has(written) ? presentNames.get(written) : written;
      // Who follows under one of several names is no stranger, and nobody can say which one it is.
      if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + comments);
    }
  for (const name of ownNames) counts.delete(name.toLowerCase());
  const list = new NameListBuilder();
  for (const [name, comments] of counts) list.add(name, comments);
  return list.finish();
}

/** By old name; undefined where several were renamed whose follows have the same second. */
function presentNamesOf({
  renamed,
  former,
}: Pick<Changes, "renamed" | "former">): Map<string, string | undefined> {
  const bySecond = new Map<number, string | undefined>();
  for (const [index, second] of renamed.since.entries())
    bySecond.set(second, bySecond.has(second) ? undefined : usernameAt(renamed, index));
  return new Map(
    Array.from(former.since, (second, index) => [usernameAt(former, index), bySecond.get(second)]),
  );
}

/**
 * Of those who commented, who does not follow: the most comments first. Of the followers, who has not commented: who
 * follows longest first.
 * @param coversAll whether all followers are known: who followed at a time that no export covers is no stranger
 */
export function reactingPeople(
  followers: NameList,
  commenters: Commenters,
  coversAll: boolean,
): Record<"secretFans" | "inactiveFollowers", CategoryResult> {
  if (!isKnown(commenters)) return { secretFans: commenters, inactiveFollowers: commenters };
  const strangers = new IndexList();
  const silent = new IndexList();
  mergeLists(followers, commenters, (follower, commenter) => {
    if (follower < 0) strangers.add(commenter);
    else if (commenter < 0) silent.add(follower);
  });
  return {
    secretFans: coversAll
      ? { people: commenters, order: newestFirst(commenters, strangers.finish()) }
      : { note: "needs-export" },
    inactiveFollowers: { people: followers, order: oldestFirst(followers, silent.finish()) },
  };
}
