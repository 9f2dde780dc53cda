import { freeList } from "../../../platform/values/name-list-merge.ts";
import { newestFirst, oldestFirst } from "../../../platform/values/order.ts";
import { type Changes, countsOf, oldNamesTold } from "../../history/changes.ts";
import { compareImports } from "../../history/compare.ts";
import { withHidden, withoutNames } from "../../history/hidden-people.ts";
import type { ChangeKind, ComputedCategory } from "../../history/history.ts";
import { unclearNames } from "../../history/turnover.ts";
import { keepPeople } from "./keep-result.ts";
import { hiddenInEach, keptChanges } from "./known-imports.ts";
import { followersBy } from "./load-lists.ts";
import type { Ask, CompareResult, CompareTask } from "./work.ts";

/** Compares what was known after two imports, and hands over the people of each kind of change, piece by piece. */
export async function compareLists(task: CompareTask, ask: Ask): Promise<CompareResult> {
  const { used, from, to } = task;
  const { turnovers, same } = keptChanges(task);
  const reached = used.slice(0, to + 1);
  const { changes, ...figures } = await compareImports(reached, from, followersBy(ask), {
    free: freeList,
    same,
  });
  const hiddenIn = await hiddenInEach(task, turnovers);
  const [formerly = new Map(), present = new Map()] = [hiddenIn[from], hiddenIn[to]];
  const people = withHidden(peopleByKind(changes), (kind) =>
    kind === "lost" ? formerly : present,
  );
  return {
    ...figures,
    counts: countsOf(changes),
    unclear: withoutNames(unclearNames(changes), formerly, present),
    index: await keepPeople(people, undefined, ask),
  };
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
