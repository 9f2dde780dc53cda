import { setTimeout as pause } from "node:timers/promises";
import { type FailureKind, UpstreamError } from "~/platform/upstream/failure.server";

const retryableKinds: readonly FailureKind[] = ["unreachable", "status"];

/**
 * Retries once, after 50 to 150 ms, if the system was unreachable or answered with an error status. For reads only: a
 * write may have had its effect even if its answer was lost.
 */
export async function retryOnce<T>(signal: AbortSignal, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    const retryable = error instanceof UpstreamError && retryableKinds.includes(error.kind);
    if (!retryable || signal.aborted) throw error;
    await pause(50 + Math.random() * 100);
    return attempt();
  }
}
