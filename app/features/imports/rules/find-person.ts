import { freeList } from "../../../platform/values/name-list-merge.ts";
import { namesOfWriter } from "../../history/commenters.ts";
import { hiddenNamesIn, renamesIn } from "../../history/hidden-people.ts";
import { keptNames } from "../../history/kept-lists.ts";
import { decodeNames, knownBefore } from "../../history/kept-names.ts";
import { personCourse, relatedNames, sightingOf } from "../../history/person-course.ts";
import { decodeSamePeople, decodeTurnovers } from "../../history/turnover-pieces.ts";
import { loadLists } from "./load-lists.ts";
import type { Ask, PersonResult, PersonTask } from "./work.ts";

/** Looks for a person in one import after the other, under all names that they may have had. */
export async function lookForPerson(
  { username, used, turnovers: kept, names: piecesOfNames, hidden }: PersonTask,
  ask: Ask,
): Promise<PersonResult> {
  const changed = kept && decodeTurnovers(kept);
  const same = kept && decodeSamePeople(kept);
  const names = relatedNames(username, [...(changed?.values() ?? [])]);
  const known = knownBefore(hidden, used, piecesOfNames && (await decodeNames(piecesOfNames)));
  const hiddenIn = hiddenNamesIn(hidden, renamesIn(used, changed), known);
  const seen: Parameters<typeof personCourse>[1][number][] = [];
  for (const [index, one] of used.entries()) {
    const lists = await loadLists(one.id, ask);
    const sameIn = same?.imports[one.id];
    const sighting = sightingOf(one.takenAt, lists, names, sameIn);
    for (const name of keptNames) if (lists[name]) freeList(lists[name]);
    const ended = sameIn?.ended.map(({ name }) => name) ?? [];
    seen.push({
      import: one,
      renames: changed?.get(one.id)?.renames ?? [],
      sighting,
      ended,
      hidden: hiddenIn[index],
    });
  }
  const course = personCourse(username, seen);
  if (!course) return { course };
  const followers = new Set(seen.at(-1)?.sighting.followers?.keys());
  const all = [course.username, ...course.otherNames];
  const turnovers = used.flatMap(({ id }) => changed?.get(id) ?? []);
  const writtenAs = namesOfWriter(course.username, all, turnovers, followers);
  return { course: { ...course, writtenAs } };
}
