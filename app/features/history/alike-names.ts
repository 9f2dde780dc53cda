import { type NameList, peopleOf, personAt } from "../../platform/values/name-list.ts";
import { type Changes, changesBetween } from "./changes.ts";
import { placeOfName, placeOfUsername } from "./followed-through.ts";
import { allTime } from "./history.ts";
import { renamedOneByOne, type SamePerson } from "./same-people.ts";

/** Most that are suggested. */
const mostAlike = 100;
/** Of longer lists nobody goes through suggestions. */
const longestList = 50_000;
/** Shorter ones agree by chance. */
const shortestStem = 5;

/** The part of a name that people keep when they change it: without dots, underscores and digits at the ends. */
const stemOf = (name: string): string => name.replace(/[._]/g, "").replace(/^\d+|\d+$/g, "");

/**
 * Somebody who left and somebody who came, whose names say that they may be one person: the same letters, and nobody else
 * of those who left or came has them.
 */
export function alikeNames(lost: NameList, fresh: NameList): SamePerson[] {
  if (lost.size > longestList || fresh.size > longestList) return [];
  const gone = byStem(lost);
  const came = byStem(fresh);
  const found: SamePerson[] = [];
  for (const [stem, old] of gone) {
    const now = came.get(stem);
    if (old && now) found.push({ old, new: now });
  }
  return found;
}

/**
 * People whom the subscriber has followed since the same second, first under an old name and then under a new one,
 * where the old name left and the new one came: they may be one person, who left and followed again. A second that
 * several share says nothing.
 * @param before whom they followed by the export before, which was taken at `takenBefore` (epoch milliseconds)
 * @param lost of the followers between the same two exports, and who came
 */
export function sameSeconds(
  before: NameList,
  takenBefore: number,
  following: NameList,
  { lost, new: fresh }: Pick<Changes, "lost" | "new">,
): SamePerson[] {
  const known = { list: before, takenAt: takenBefore, knownTime: [allTime] };
  const { former, renamed } = changesBetween(known, following, allTime).changes;
  const newNameOf = renamedOneByOne({ former, renamed });
  const found: SamePerson[] = [];
  for (let index = 0; index < former.size; index += 1) {
    if (placeOfName(lost, former, index) < 0) continue;
    const { username: old, since = 0 } = personAt(former, index);
    const now = newNameOf(since);
    if (now === undefined || placeOfUsername(fresh, now) < 0) continue;
    if (found.push({ old, new: now }) === mostAlike) break;
  }
  return found;
}

/** Suggestions of each kind, the surest first: each name once, none of those that the subscriber does not want to see. */
export function suggestedOnce(
  suggested: readonly SamePerson[],
  isHidden: (username: string) => boolean,
): SamePerson[] {
  const taken = new Set<string>();
  return suggested
    .filter((one) => {
      const isNew = !taken.has(one.old) && !taken.has(one.new);
      if (!isNew || isHidden(one.old) || isHidden(one.new)) return false;
      taken.add(one.old).add(one.new);
      return true;
    })
    .slice(0, mostAlike);
}

/** The name of each stem; null where several have it. */
function byStem(list: NameList): Map<string, string | null> {
  const found = new Map<string, string | null>();
  for (const { username } of peopleOf(list)) {
    const stem = stemOf(username);
    if (stem.length >= shortestStem) found.set(stem, found.has(stem) ? null : username);
  }
  return found;
}
