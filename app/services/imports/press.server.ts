import { importOf } from "~/clients/imports/documents.server";
import { isPressed, type Press, pressesOf } from "~/domain/imports/import";
import { takePlace } from "~/services/imports/places.server";
import { nothingToDo, type Plan, planPress, type Standing } from "~/services/imports/plans.server";
import { settle } from "~/services/imports/settle.server";
import { type ImportThread, startThread } from "~/services/imports/thread.server";

export type Pressed = "done" | "not-found" | "not-possible" | "busy" | "own" | "outside";

/**
 * Carries out a subscriber's decision about an import, and computes all that follows before it returns.
 * @throws UpstreamError where Firestore fails, ThreadDied where the computing does; then nothing has changed
 */
export async function pressImport(uid: string, id: string, press: Press): Promise<Pressed> {
  const found = await importOf(uid, id);
  if (!found) return "not-found";
  if (isPressed(found, press)) return "done";
  if (!pressesOf(found).includes(press)) return "not-possible";
  const giveBack = takePlace(uid);
  if (typeof giveBack === "string") return giveBack;
  let thread: ImportThread | undefined;
  const lazily = () => {
    thread ??= startThread();
    return thread;
  };
  try {
    let answer: Pressed = "done";
    const plan = (standing: Standing): Plan => {
      const current = standing.imports.find((one) => one.id === id);
      if (current && pressesOf(current).includes(press)) return planPress(current, press, standing);
      answer = current && isPressed(current, press) ? "done" : "not-possible";
      return nothingToDo;
    };
    const { outcome } = await settle(uid, lazily, plan);
    return outcome === "outside" ? "outside" : answer;
  } finally {
    giveBack();
    await thread?.end();
  }
}
