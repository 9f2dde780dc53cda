import type { z } from "zod";
import { traceCall } from "~/clients/error-reports.server";
import { log } from "~/clients/log.server";
import { observeUpstream } from "~/clients/metrics.server";
import { createBreaker } from "~/clients/upstream/breaker.server";
import { untilAborted } from "~/clients/upstream/deadline.server";
import { recordAnswer, recordOutage } from "~/clients/upstream/down.server";
import { isOutage, UpstreamError } from "~/clients/upstream/failure.server";
import { fetchJson, type JsonRequest } from "~/clients/upstream/http.server";
import { retryOnce } from "~/clients/upstream/retry.server";
import type { System } from "~/domain/systems";

// The folder's public interface: code outside `upstream/` imports from here only.
export { untilAborted, within, withSignal } from "~/clients/upstream/deadline.server";
export { withoutWaiting } from "~/clients/upstream/down.server";
export { isUnsent, UpstreamError, unlessDown } from "~/clients/upstream/failure.server";
export { readLimited, send } from "~/clients/upstream/http.server";

interface Limits {
  /** Milliseconds for a read, including its retry. */
  readDeadline?: number;
  /** Milliseconds for a write. Writes are never retried here. */
  writeDeadline?: number;
  /** Limit of an answer's body. */
  maxBytes?: number;
}

type Mode = "read" | "write";
type Attempt<T> = (signal: AbortSignal) => Promise<T>;

export type Upstream = ReturnType<typeof createUpstream>;

/** Calls to one outside system, with a deadline and a circuit breaker. Every outage is an `UpstreamError`. */
export function createUpstream(
  system: System,
  { readDeadline = 2_000, writeDeadline = 4_000, maxBytes = 1_048_576 }: Limits = {},
) {
  const behindBreaker = createBreaker(system);

  /** Runs `attempt` within the deadline, with trace, metrics and log. A read that fails is retried once. */
  function call<T>(mode: Mode, attempt: Attempt<T>): Promise<T> {
    return traceCall(system, async () => {
      const started = performance.now();
      const signal = AbortSignal.timeout(mode === "read" ? readDeadline : writeDeadline);
      const once = () => attemptOnce(signal, attempt);
      try {
        const result = await (mode === "read" ? retryOnce(signal, once) : once());
        observeUpstream(system, "ok", performance.now() - started);
        recordAnswer(system);
        return result;
      } catch (error) {
        if (isOutage(error)) recordOutage(system);
        const kind = error instanceof UpstreamError ? error.kind : "refused";
        observeUpstream(system, kind, performance.now() - started);
        log.warn({ system, kind }, "upstream failed");
        throw error;
      }
    });
  }

  async function attemptOnce<T>(signal: AbortSignal, attempt: Attempt<T>): Promise<T> {
    const timeout = () => {
      throw new UpstreamError(system, "timeout");
    };
    const attemptInTime = () => untilAborted(signal, () => attempt(signal), timeout);
    try {
      // The outer deadline covers the wait in the bulkhead: behind slow writes it can be longer than a read's deadline.
      return await untilAborted(signal, () => behindBreaker(attemptInTime), timeout);
    } catch (error) {
      // An aborted attempt may throw an error of its library.
      throw signal.aborted && !(error instanceof UpstreamError)
        ? new UpstreamError(system, "timeout")
        : error;
    }
  }

  function requestJson<S extends z.ZodType>(mode: Mode, request: JsonRequest<S>) {
    return call(mode, (signal) => fetchJson(system, request, { signal, maxBytes }));
  }

  return { system, call, requestJson };
}
