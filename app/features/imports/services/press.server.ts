import { type Import, type ImportPress, isPressed, pressesOf } from "~/features/history/import";
import { importOf } from "~/features/history/import-documents.server";
import { afterPress } from "~/features/imports/rules/decision";
import { carryOutPlan } from "~/features/imports/services/carry-out-plan.server";
import { withOwnThread } from "~/features/imports/services/own-thread.server";
import {
  type ImportPlan,
  nothingToDo,
  planPress,
  type Standing,
} from "~/features/imports/services/plans.server";

/** `shown`: the number of followers must be said first. */
export type Pressed = "done" | "not-found" | "not-possible" | "shown" | "busy" | "own" | "outside";

/** A subscriber's decision about an import. */
interface Decided {
  press: ImportPress;
  /** How many followers Instagram shows, if they said so. */
  shown?: number | undefined;
  /** The problems that the page asked about; undefined where a program presses. */
  asked?: readonly string[] | undefined;
}

/**
 * Carries out a subscriber's decision about an import, and computes all that follows before it returns.
 * @throws UpstreamError where Firestore fails, ThreadDied where the computing does, NoMemory where it has none in time; then nothing has changed
 */
export async function pressImport(uid: string, id: string, decided: Decided): Promise<Pressed> {
  const found = await importOf(uid, id);
  if (!found) return "not-found";
  const first = becomes(found, decided);
  if (typeof first === "string") return first;
  let answer: Pressed = "done";
  const plan = (standing: Standing): ImportPlan => {
    const current = standing.imports.find((one) => one.id === id);
    const to = current ? becomes(current, decided) : "not-possible";
    if (current && typeof to === "object") return planPress(current, to, standing);
    answer = typeof to === "string" ? to : "not-possible";
    return nothingToDo;
  };
  const settled = await withOwnThread(uid, (thread) => carryOutPlan(uid, thread, plan));
  if (typeof settled === "string") return settled;
  return settled.outcome === "outside" ? "outside" : answer;
}

/** What the press makes of the import, or why it changes nothing: pressing twice is pressing once. */
function becomes(
  one: Import,
  { press, shown, asked }: Decided,
): Import | "done" | "not-possible" | "shown" {
  // Whoever pressed twice has not seen what the first press led to: the page asks them.
  const isNewlyAsked = asked && one.problems.some((problem) => !asked.includes(problem));
  if (one.state === "held" && press !== "discard" && isNewlyAsked) return "done";
  const isAnswered = shown !== undefined && shown === one.followersShown;
  if (isPressed(one, press) || (one.state === "held" && isAnswered && press === "use"))
    return "done";
  return pressesOf(one).includes(press) ? afterPress(one, press, shown) : "not-possible";
}
