import { type NameList, peopleOf, unknownSince } from "../../../platform/values/name-list.ts";
import { freeList } from "../../../platform/values/name-list-merge.ts";
import { newestFirst, oldestFirst } from "../../../platform/values/order.ts";
import { type Changes, countsOf, oldNamesTold } from "../../history/changes.ts";
import { compareImports } from "../../history/compare.ts";
import { placesOfAll } from "../../history/followed-through.ts";
import {
  type HiddenNames,
  type HiddenPerson,
  withHidden,
  withoutNames,
} from "../../history/hidden-people.ts";
import type { ChangeKind, ComputedCategory } from "../../history/history.ts";
import { renamesIn } from "../../history/renamed-in.ts";
import { unclearNames } from "../../history/turnover.ts";
import { keepPeople } from "./keep-result.ts";
import { followersBy, hiddenInEach, keptChanges } from "./known-imports.ts";
import type { Ask, CompareResult, CompareTask } from "./work.ts";

const noNames: HiddenNames = new Map();

/** Compares what was known after two imports, and hands over the people of each kind of change, piece by piece. */
export async function compareLists(task: CompareTask, ask: Ask): Promise<CompareResult> {
  const { used, from, to } = task;
  const { turnovers, same } = keptChanges(task);
  const reached = used.slice(0, to + 1);
  const { changes, late, ...figures } = await compareImports(reached, from, followersBy(ask), {
    free: freeList,
    same,
  });
  const { names: hiddenIn } = await hiddenInEach(task, renamesIn(used, turnovers));
  const present = hiddenIn[to] ?? noNames;
  // People whom a later import has made known have the names of that import.
  const formerly: HiddenNames = new Map([
    ...(hiddenIn[from] ?? noNames),
    ...late.flatMap(({ index, list }) => [...hiddenAmong(list, hiddenIn[index] ?? noNames)]),
  ]);
  const people = withHidden(peopleByKind(changes), (kind) => {
    if (kind === "lost") return formerly;
    return kind === "renamed" ? new Map([...present, ...renamedFrom(formerly, changes)]) : present;
  });
  return {
    ...figures,
    counts: countsOf(changes),
    unclear: withoutNames(unclearNames(changes), formerly, present),
    index: await keepPeople(people, undefined, ask),
  };
}

/** Those of the names that stand in the list. */
function hiddenAmong(list: NameList, names: HiddenNames): HiddenNames {
  const places = placesOfAll(list, [...names.keys()]);
  return new Map([...names].filter((_, index) => (places[index] ?? -1) >= 0));
}

/** The present names of people who had one of these names. No rename leads to somebody who was away in between. */
function renamedFrom(
  names: HiddenNames,
  { former, renamed, told = [] }: Changes,
): [name: string, people: readonly HiddenPerson[]][] {
  const all = [...names.keys()];
  const seconds = new Map<number, readonly HiddenPerson[]>();
  for (const [index, place] of placesOfAll(former, all).entries()) {
    const second = former.since[place] ?? unknownSince;
    if (second !== unknownSince) seconds.set(second, names.get(all[index] ?? "") ?? []);
  }
  const found = told.flatMap(([old, now]) => {
    const people = names.get(old);
    return people ? [[now, people] as [string, typeof people]] : [];
  });
  for (const { username, since = unknownSince } of seconds.size > 0 ? peopleOf(renamed) : []) {
    const people = seconds.get(since);
    if (people) found.push([username, people]);
  }
  return found;
}

/** In the order in which categories show them. */
function peopleByKind({
  lost,
  renamed,
  former,
  told,
  ...changes
}: Changes): Record<ChangeKind, ComputedCategory> {
  return {
    lost: { people: lost, order: oldestFirst(lost) },
    new: { people: changes.new, order: newestFirst(changes.new) },
    renamed: { people: renamed, order: newestFirst(renamed), former, ...oldNamesTold(told) },
    returned: { people: changes.returned, order: newestFirst(changes.returned) },
    refollowed: { people: changes.refollowed, order: newestFirst(changes.refollowed) },
  };
}
