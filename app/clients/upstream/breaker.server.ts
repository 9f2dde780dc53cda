import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  Event,
  handleWhen,
  wrap,
} from "cockatiel";
import { within } from "~/clients/upstream/deadline.server";
import { isOutage, UpstreamError } from "~/clients/upstream/failure.server";
import type { System } from "~/domain/systems";

/** Milliseconds that other calls wait for the result of the one call that a half-open breaker lets through. */
const probeTimeout = 250;

/**
 * A circuit breaker that opens for 5 s after five failures in a row, and a bulkhead: 20 calls run, 200 wait.
 * @returns runs `work` behind both; fails with `open` or `busy` if it did not run `work`
 */
export function createBreaker(system: System): <T>(work: () => Promise<T>) => Promise<T> {
  const breaker = circuitBreaker(handleWhen(isOutage), {
    halfOpenAfter: 5_000,
    breaker: new ConsecutiveBreaker(5),
  });
  const policy = wrap(breaker, bulkhead(20, 200));
  return async (work) => {
    if (breaker.state === CircuitState.HalfOpen) {
      await within(probeTimeout, Event.toPromise(breaker.onStateChange));
      if (breaker.state === CircuitState.HalfOpen) throw new UpstreamError(system, "open");
    }
    try {
      return await policy.execute(work);
    } catch (error) {
      if (error instanceof BrokenCircuitError) throw new UpstreamError(system, "open");
      if (error instanceof BulkheadRejectedError) throw new UpstreamError(system, "busy");
      throw error;
    }
  };
}
