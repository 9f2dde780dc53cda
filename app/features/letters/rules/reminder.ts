import { day } from "../../../platform/values/durations.ts";
import { nextMorning } from "../../account/letter-days.ts";
import type { ReminderProgress } from "../../account/letter-entries.ts";
import { type Import, keepsLists } from "../../history/import.ts";

const month = 30 * day;
/** How often it looks again while there is nothing to remind of. */
const lookEvery = 7 * day;

type Known = Pick<Import, "id" | "state" | "startedAt" | "takenAt">;

/** What there is to do about a reminder. */
export type ReminderStep = { remind: Known } | { lookAt: number };

/**
 * Reminds once of each newest import, on the first morning on which it is a month old. One that waits for a decision
 * counts: its page says what to do.
 * @param reminded the import of the last reminder, and when it was started: once it is discarded, nobody is reminded of an older one
 * @param share of the morning, from 0 to below 1
 */
export function reminderStep(
  imports: readonly Known[],
  { remindedOf, remindedFrom }: ReminderProgress,
  { now, timeZone, share }: { now: number; timeZone: string; share: number },
): ReminderStep {
  const [newest] = imports
    .filter(({ state }) => keepsLists(state))
    .toSorted((one, other) => other.startedAt - one.startedAt);
  const nextLook = nextMorning(now + lookEvery, timeZone, share);
  const isOld = newest && newest.startedAt <= (remindedFrom ?? Number.NEGATIVE_INFINITY);
  if (!newest || isOld || newest.id === remindedOf) return { lookAt: nextLook };
  const at = nextMorning(newest.startedAt + month, timeZone, share);
  return at <= now ? { remind: newest } : { lookAt: Math.min(at, nextLook) };
}
