import { IndexList } from "../../platform/values/index-list.ts";
import { mergeLists, type NameList } from "../../platform/values/name-list.ts";
import { NameListBuilder } from "../../platform/values/name-list-builder.ts";
import { newestFirst, oldestFirst } from "../../platform/values/order.ts";
import type { AccountReading } from "./account-reading.ts";
import { placeOfUsername } from "./followed-through.ts";
import type { CategoryResult, Note } from "./history.ts";
import { allRenames, type Rename, type Turnover } from "./turnover.ts";

/** Who commented on the posts that were read, or why it is not known. The list's `since` holds how many comments each wrote. */
export type Commenters = NameList | { note: Note };

export const isKnown = (commenters: Commenters): commenters is NameList => "size" in commenters;

/** The count of somebody who may or may not have commented: their name was somebody else's, too. */
const doubtfulCount = 0;

/** What somebody may be called now who once had a name. */
interface PresentNames {
  /** All names of one second share one set: an invented export may give it to all its followers. */
  names: ReadonlySet<string>;
  /** Whether they may still have the name itself, as the unclear may. */
  mayKeepOwn: boolean;
  /** What they surely were called since: the known list may have them under one of these. */
  laterNames: readonly string[];
}

/**
 * By each name that somebody once had: what they may be called now. It goes through all imports: a name may have been
 * taken up again by somebody else, who may have given it up as well.
 * @param turnovers of all imports in use, the oldest first
 */
export function presentNames(
  turnovers: readonly Pick<Turnover, "renames" | "followed">[],
): ReadonlyMap<string, PresentNames> {
  const known = new Map<string, PresentNames>();
  for (const turnover of turnovers.toReversed()) {
    // All renames of an import happened at once: they do not lead from one to the other.
    const found = allRenames(turnover).flatMap((rename) => traced(rename, known));
    // The followers' list has the last word: its renames come first.
    for (const [name, present] of found.toReversed()) known.set(name, present);
  }
  return known;
}

function traced(
  { former, present, isUnclear }: Rename,
  later: ReadonlyMap<string, PresentNames>,
): [string, PresentNames][] {
  const mayKeepOwn = isUnclear === true;
  const own = present.filter((name) => later.get(name)?.mayKeepOwn ?? true);
  const led = new Set(present.flatMap((name) => later.get(name)?.names ?? []));
  const names = joined([new Set(own), ...led]);
  const [only, ...others] = present;
  const isSure = only !== undefined && others.length === 0 && !mayKeepOwn;
  const laterNames = isSure ? [only, ...(later.get(only)?.laterNames ?? [])] : [];
  const withLater = new Map<ReadonlySet<string>, ReadonlySet<string>>();
  return former.map((name) => {
    const known = later.get(name);
    if (!known) return [name, { names, mayKeepOwn, laterNames }];
    const all = withLater.get(known.names) ?? joined([known.names, names]);
    withLater.set(known.names, all);
    return [name, { names: all, mayKeepOwn: mayKeepOwn || known.mayKeepOwn, laterNames: [] }];
  });
}

const joined = (sets: readonly ReadonlySet<string>[]): ReadonlySet<string> =>
  new Set(sets.flatMap((names) => [...names]));

const notRenamed: PresentNames = { names: new Set(), mayKeepOwn: true, laterNames: [] };

/**
 * Who wrote the comments under a name, by their present name; where nobody can tell, who may have.
 * @param isTakenAgain whether somebody has the name now
 */
function writerOf(
  written: string,
  present: ReadonlyMap<string, PresentNames>,
  isTakenAgain: boolean,
): { only: string } | { names: ReadonlySet<string>; mayBeOwn: boolean } {
  const { names, mayKeepOwn } = present.get(written) ?? notRenamed;
  const mayBeOwn = mayKeepOwn || isTakenAgain;
  const [only = written] = names;
  return names.size <= 1 && (!mayBeOwn || only === written) ? { only } : { names, mayBeOwn };
}

/**
 * Those of somebody's names under which a comment is surely theirs.
 * @param present what they are called now
 * @param names that they have had
 * @param followers of the newest import, as far as these names stand in it
 */
export function namesOfWriter(
  present: string,
  names: readonly string[],
  turnovers: readonly Pick<Turnover, "renames" | "followed">[],
  followers: ReadonlySet<string>,
): string[] {
  const known = presentNames(turnovers);
  return names.filter((name) => {
    const writer = writerOf(name, known, followers.has(name));
    return "only" in writer && writer.only === present;
  });
}

/**
 * Everybody who commented, under their present name as far as the exports tell it, and not the account itself. Where
 * nobody can say whose comments they are, each of those people may have commented: none is said to be silent.
 * @param ownNames of the account
 * @param turnovers of all imports in use, the oldest first: who was renamed may have commented under the old name
 * @param followers the known list
 */
export function commentersOf(
  { posts }: Pick<AccountReading, "posts">,
  ownNames: readonly string[],
  turnovers: readonly Pick<Turnover, "renames" | "followed">[],
  followers: NameList,
): NameList {
  const counts = new Map<string, number>();
  const add = (name: string, comments: number) =>
    counts.set(name, (counts.get(name) ?? 0) + comments);
  const present = presentNames(turnovers);
  const takenAgain = new Set(
    [...present.keys()].filter((name) => placeOfUsername(followers, name) >= 0),
  );
  const doubtful = new Set<ReadonlySet<string>>();
  for (const { commenters } of posts)
    for (const [username, comments] of commenters) {
      const written = username.toLowerCase();
      const writer = writerOf(written, present, takenAgain.has(written));
      if ("only" in writer) add(writer.only, comments);
      else {
        doubtful.add(writer.names);
        if (writer.mayBeOwn) add(written, doubtfulCount);
      }
      // Between two exports of part of the time, the known list has them under a name that they had meanwhile.
      for (const name of present.get(written)?.laterNames ?? [])
        if (takenAgain.has(name)) add(name, doubtfulCount);
    }
  for (const names of doubtful) for (const name of names) add(name, doubtfulCount);
  for (const name of ownNames) counts.delete(name.toLowerCase());
  const list = new NameListBuilder();
  for (const [name, comments] of counts) list.add(name, comments);
  return list.finish();
}

/**
 * The commenters who do not follow, the most comments first, and the followers who have not commented, the longest
 * follow first.
 * @param coversAll whether all followers are known: who followed at a time that no export covers is no stranger
 * @param areWhole whether all comments of some posts are known: else nobody is silent, whoever is a stranger
 */
export function reactingPeople(
  followers: NameList,
  commenters: Commenters,
  coversAll: boolean,
  areWhole: boolean,
): Record<"secretFans" | "inactiveFollowers", CategoryResult> {
  if (!isKnown(commenters)) return { secretFans: commenters, inactiveFollowers: commenters };
  const strangers = new IndexList();
  const silent = new IndexList();
  mergeLists(followers, commenters, (follower, commenter) => {
    if (follower < 0) {
      if (commenters.since[commenter] !== doubtfulCount) strangers.add(commenter);
    } else if (commenter < 0) silent.add(follower);
  });
  return {
    secretFans: coversAll
      ? { people: commenters, order: newestFirst(commenters, strangers.finish()) }
      : { note: "needs-export" },
    inactiveFollowers: areWhole
      ? { people: followers, order: oldestFirst(followers, silent.finish()) }
      : { note: "needs-connection" },
  };
}
