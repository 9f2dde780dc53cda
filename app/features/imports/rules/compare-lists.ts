import { freeList } from "../../../platform/values/name-list-merge.ts";
import { newestFirst, oldestFirst } from "../../../platform/values/order.ts";
import { type Changes, countsOf, oldNamesTold } from "../../history/changes.ts";
import { compareImports } from "../../history/compare.ts";
import { hiddenNamesIn, renamesIn, withHidden, withoutNames } from "../../history/hidden-people.ts";
import type { ChangeKind, ComputedCategory } from "../../history/history.ts";
import { decodeNames, knownBefore } from "../../history/kept-names.ts";
import { unclearNames } from "../../history/turnover.ts";
import { decodeSamePeople, decodeTurnovers } from "../../history/turnover-pieces.ts";
import { keepPeople } from "./keep-result.ts";
import { loadLists } from "./load-lists.ts";
import type { Ask, CompareResult, CompareTask } from "./work.ts";

/** Compares what was known after two imports, and hands over the people of each kind of change, piece by piece. */
export async function compareLists(
  { used, from, to, hidden, turnovers, names: kept }: CompareTask,
  ask: Ask,
): Promise<CompareResult> {
  const followersOf = async (id: string) => (await loadLists(id, ask, ["followers"])).followers;
  const changed = turnovers && decodeTurnovers(turnovers);
  const same = turnovers && decodeSamePeople(turnovers);
  const { changes, ...figures } = await compareImports(used.slice(0, to + 1), from, followersOf, {
    free: freeList,
    same,
  });
  const known = knownBefore(hidden, used, kept && (await decodeNames(kept)));
  const hiddenIn = hiddenNamesIn(hidden, renamesIn(used, changed), known);
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
