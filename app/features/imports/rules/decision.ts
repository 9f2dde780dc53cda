import { allTime, type Hold, holds } from "../../history/history.ts";
import { type Import, type ImportPress, pressesOf } from "../../history/import.ts";
import { largestMismatch, mostHidden } from "../../history/partial-signs.ts";
import type { HeldJudgement } from "./work.ts";

/**
 * What a press makes of an import that is held or in use (docs/product.md#decisions). Where the number of followers is asked for, it
 * says whether the list is whole.
 * @param shown how many followers Instagram shows, if the subscriber said so
 * @returns `shown` where that must be said first
 */
export function afterPress(pressed: Import, press: ImportPress, shown?: number): Import | "shown" {
  if (press === "discard") return { ...pressed, state: "discarded", pieces: 0, readings: null };
  const followersShown = shown ?? pressed.followersShown;
  const asksIfCut = pressesOf(pressed).includes("whole");
  const used: Import = {
    ...pressed,
    state: "used",
    problems: inOrder([...(pressed.answered ?? []), ...pressed.problems]),
    decision: asksIfCut ? press : (pressed.decision ?? press),
    followersShown,
    readings: null,
  };
  if (press === "whole") return { ...used, window: allTime };
  if (!pressed.problems.includes("needs-count")) return used;
  const isPartial = pressed.problems.includes("partial-range");
  if (shown === undefined) return isPartial ? used : "shown";
  const missing = shown - pressed.counts.followers;
  if (isPartial)
    // Of a list that looks cut, no more may be missing than Instagram hides.
    return isMore(pressed, shown) || missing > shown * mostHidden
      ? used
      : { ...used, window: allTime };
  if (isMore(pressed, shown)) return askedAgain({ ...pressed, followersShown });
  if (missing <= shown * largestMismatch) return used;
  const window = pressed.readings?.range?.window ?? pressed.window;
  return { ...used, window, problems: inOrder([...used.problems, "partial-range"]) };
}

/** What is settled by the press that made this of an import: it does not hold it again, whatever others are in use. */
export const settledBy = ({ problems, decision }: Import): Hold[] =>
  holds.filter(
    (hold) =>
      problems.includes(hold) ||
      // It follows from the list and the number alone.
      hold === "count-mismatch" ||
      (hold === "partial-range" && decision === "whole") ||
      (hold === "needs-count" && (decision === "whole" || problems.includes("partial-range"))),
  );

/** The import that the press would use, where others are in use than when it was judged, and more holds it now. */
export const heldAnew = (
  { problems: answered, ...pressed }: Import,
  { held, ...judged }: HeldJudgement,
): Import => ({
  ...pressed,
  ...judged,
  state: "held",
  problems: held,
  answered: inOrder(answered),
});

/** A list that is longer than Instagram says was not cut, and the number may be a slip. */
const isMore = ({ counts: { followers } }: Import, shown: number): boolean =>
  followers - shown > shown * largestMismatch;

function askedAgain(one: Import): Import {
  const others = one.problems.filter((problem) => problem !== "needs-count");
  const readings = one.readings && { ...one.readings, range: null };
  return { ...one, problems: inOrder([...others, "count-mismatch"]), readings };
}

/** The order of docs/product.md#decisions. */
const inOrder = (problems: Import["problems"]) => holds.filter((hold) => problems.includes(hold));
