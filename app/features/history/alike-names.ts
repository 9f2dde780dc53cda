import { type NameList, peopleOf } from "../../platform/values/name-list.ts";
import type { SamePerson } from "./same-people.ts";

/** Most that are suggested. */
const mostAlike = 100;
/** Of longer lists nobody goes through suggestions. */
const longestList = 50_000;
/** Shorter ones agree by chance. */
const shortestStem = 5;

/** What of a name people keep when they change it: its letters, without what they put between and behind them. */
const stemOf = (name: string): string => name.replace(/[._]/g, "").replace(/^\d+|\d+$/g, "");

/**
 * Somebody who left and somebody who came, whose names say that they may be one person: the same letters, and nobody else
 * of those who left or came has them.
 * @param isHidden names that the subscriber does not want to see
 */
export function alikeNames(
  lost: NameList,
  fresh: NameList,
  isHidden: (username: string) => boolean = () => false,
): SamePerson[] {
  if (lost.size > longestList || fresh.size > longestList) return [];
  const gone = byStem(lost);
  const come = byStem(fresh);
  const found: SamePerson[] = [];
  for (const [stem, old] of gone) {
    const now = come.get(stem);
    const isSuggested = old && now && !isHidden(old) && !isHidden(now);
    if (isSuggested && found.push({ old, new: now }) === mostAlike) break;
  }
  return found;
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
