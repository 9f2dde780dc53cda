import { removeBesideRotten } from "~/features/history/analyses.server";
import { type StoredImports, storedImports } from "~/features/history/import-documents.server";
import { eraseOwned } from "~/features/history/kept-pieces.server";
import { carryOutPlan } from "~/features/imports/services/carry-out-plan.server";
import { withOwnThread } from "~/features/imports/services/own-thread.server";
import {
  type ImportPlan,
  nothingToDo,
  planRemoval,
  type Standing,
} from "~/features/imports/services/plans.server";
import { noteErasures } from "~/platform/store/erasure-marks.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";
import { inBackground } from "~/platform/work/background.server";

/** `gone`: this subscriber has no such import any more, or never had. `not-possible`: it can be read. */
type Removed = "done" | "gone" | "not-possible" | "busy" | "own" | "outside";

/**
 * Removes a subscriber's import that cannot be read, with its lists, and computes all that follows before it returns. Where
 * another one cannot be read either, that waits until it is removed, too.
 * @throws UpstreamError where Firestore fails, ThreadDied where the computing does, NoMemory where it has none in time; then nothing has changed
 */
export async function removeRotten(uid: string, id: string): Promise<Removed> {
  await noteErasures(uid);
  const stored = await storedImports(uid);
  let answer = removable(id, stored);
  if (answer !== "done") return answer;
  const other = stored.rotten.find((one) => one.id !== id);
  if (other) {
    // Another press may have been faster: the next one finds what is left.
    if (!(await removeBesideRotten(uid, id, other.id)))
      throw new UpstreamError("firestore", "busy");
    inBackground("erasing a removed import", eraseOwned("importPieces", id));
    return answer;
  }
  const plan = (standing: Standing): ImportPlan => {
    answer = removable(id, standing);
    return answer === "done" ? planRemoval(id, standing) : nothingToDo;
  };
  const settled = await withOwnThread(uid, (thread) => carryOutPlan(uid, thread, plan));
  if (typeof settled === "string") return settled;
  return settled.outcome === "outside" ? "outside" : answer;
}

/** `done`: it can be removed. */
function removable(
  id: string,
  { imports, rotten }: Readonly<StoredImports>,
): "done" | "gone" | "not-possible" {
  if (rotten.some((one) => one.id === id)) return "done";
  return imports.some((one) => one.id === id) ? "not-possible" : "gone";
}
