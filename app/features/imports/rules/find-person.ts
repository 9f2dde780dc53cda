import { freeList } from "../../../platform/values/name-list-merge.ts";
import { namesOfWriter } from "../../history/commenters.ts";
import { samePeopleOf } from "../../history/fold.ts";
import { keptNames } from "../../history/kept-lists.ts";
import { personCourse, relatedNames, sightingOf } from "../../history/person-course.ts";
import { renamesIn } from "../../history/renamed-in.ts";
import { followersBy, hiddenInEach, keptChanges, loadLists } from "./known-imports.ts";
import type { Ask, PersonResult, PersonTask, SameTask } from "./work.ts";

/** Looks for a person in one import after the other, under all names that they may have had. */
export async function lookForPerson(task: PersonTask, ask: Ask): Promise<PersonResult> {
  const { username, used } = task;
  const { turnovers: changed, same } = keptChanges(task);
  const renamed = renamesIn(used, changed);
  const names = relatedNames(username, renamed);
  const { names: hiddenIn } = await hiddenInEach(task, renamed);
  const seen: Parameters<typeof personCourse>[1][number][] = [];
  for (const [index, one] of used.entries()) {
    const lists = await loadLists(one.id, ask);
    const sameIn = same?.imports[one.id];
    const sighting = sightingOf(one.takenAt, lists, names, sameIn);
    for (const name of keptNames) if (lists[name]) freeList(lists[name]);
    const ended = sameIn?.ended.map(({ name }) => name) ?? [];
    const held = sameIn?.held.map(([name]) => name) ?? [];
    seen.push({
      import: one,
      renames: renamed[index]?.renames ?? [],
      followed: renamed[index]?.followed,
      sighting,
      held,
      ended,
      hidden: hiddenIn[index],
    });
  }
  const course = personCourse(username, seen);
  if (!course) return { course };
  const followers = new Set(seen.at(-1)?.sighting.followers?.keys());
  const all = [course.username, ...course.otherNames];
  const writtenAs = namesOfWriter(course.username, all, renamed, followers);
  return { course: { ...course, writtenAs } };
}

/** Whether the old name was lost and the new one new in these imports, so that they may be one person's. */
export async function mayBeSame({ one, used }: SameTask, ask: Ask): Promise<{ canBe: boolean }> {
  const same = await samePeopleOf([one], used, followersBy(ask), freeList);
  return { canBe: (same?.inEffect.length ?? 0) > 0 };
}
