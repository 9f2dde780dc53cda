import { setImmediate as nextTurn } from "node:timers/promises";
import { UpstreamError } from "~/clients/upstream/failure.server";
import type { System } from "~/domain/systems";

/** When each system that has not answered since last failed, in epoch milliseconds. */
const failedAt = new Map<System, number>();

/** Milliseconds for which a failed system counts as down, unless it answers before. */
const downFor = 30_000;

export const noteAnswer = (system: System) => failedAt.delete(system);
export const noteOutage = (system: System) => failedAt.set(system, Date.now());

/**
 * The result of `work`, or `otherwise` if its system fails. Nobody waits for a system that is known to be down:
 * then only what this process has at hand, such as a cached answer, comes before `otherwise`.
 */
export async function withoutWaiting<T>(
  system: System,
  work: Promise<T>,
  otherwise: T,
): Promise<T> {
  const outcome = work.catch((error: unknown) => {
    if (error instanceof UpstreamError) return otherwise;
    throw error;
  });
  const isDown = Date.now() - (failedAt.get(system) ?? 0) < downFor;
  return isDown ? Promise.race([outcome, nextTurn(otherwise)]) : outcome;
}
