import { setTimeout as pause } from "node:timers/promises";
import { type FailureKind, UpstreamError } from "~/clients/upstream/failure.server";

const worthAnotherTry: readonly FailureKind[] = ["unreachable", "status"];

/**
 * Tries once more, after 50 to 150 ms, what failed because the system was unreachable or answered with an error
 * status. For reads only: a write may have taken effect although its answer was lost.
 */
export async function retryOnce<T>(signal: AbortSignal, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    const retryable = error instanceof UpstreamError && worthAnotherTry.includes(error.kind);
    if (!retryable || signal.aborted) throw error;
    await pause(50 + Math.random() * 100);
    return attempt();
  }
}
