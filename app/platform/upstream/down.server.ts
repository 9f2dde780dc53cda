import { setImmediate as nextTurn } from "node:timers/promises";
import { orElse } from "~/platform/upstream/failure.server";
import type { System } from "~/platform/values/systems";

/** Time of the last failure that a page met (epoch milliseconds) of each system that has not answered one since. */
const failedAt = new Map<System, number>();

/** Milliseconds for which a system counts as down after a failure, unless it answers earlier. */
const downFor = 30_000;

export const recordAnswer = (system: System) => failedAt.delete(system);
export const recordOutage = (system: System) => failedAt.set(system, Date.now());

/**
 * The result of `work`, or `otherwise` if its system fails. While the system is down, does not wait for it: returns
 * `otherwise`, unless `work` is ready at once, e.g. from a cache.
 */
export async function withoutWaiting<T>(
  system: System,
  work: Promise<T>,
  otherwise: T,
): Promise<T> {
  const outcome = orElse(work, () => otherwise);
  const passed = Date.now() - (failedAt.get(system) ?? 0);
  const isDown = passed >= 0 && passed < downFor;
  return isDown ? Promise.race([outcome, nextTurn(otherwise)]) : outcome;
}
