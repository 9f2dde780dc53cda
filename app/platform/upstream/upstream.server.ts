import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import { BulkheadRejectedError, bulkhead } from "cockatiel";
import type { z } from "zod";
import { traceCall } from "~/platform/monitoring/error-reports.server";
import { log } from "~/platform/monitoring/log.server";
import { observeUpstream } from "~/platform/monitoring/metrics.server";
import { createBreaker, type Pass } from "~/platform/upstream/breaker.server";
import { untilAborted, withSignal } from "~/platform/upstream/deadline.server";
import {
  type FailureKind,
  isOutage,
  orElse,
  UpstreamError,
} from "~/platform/upstream/failure.server";
import { fetchJson, type JsonRequest } from "~/platform/upstream/http.server";
import { isStillWithin } from "~/platform/values/durations";
import type { System } from "~/platform/values/systems";

// The folder's public interface: code outside `upstream/` imports from here only.
export { untilAborted, within, withSignal } from "~/platform/upstream/deadline.server";
export {
  codeOf,
  grpcFailure,
  isMalformed,
  isRefused,
  isUnanswered,
  isUndone,
  isUnsent,
  orElse,
  statusFailure,
  UpstreamError,
  unlessDown,
  unlessMalformed,
} from "~/platform/upstream/failure.server";
export { readLimited, readText, send } from "~/platform/upstream/http.server";
export { sharedLookup } from "~/platform/upstream/shared-lookup.server";

/**
 * Who a call is made for. Pages and background work have circuit breakers and places of their own: whatever a job meets,
 * however often, it can neither close a system to pages nor take its places away.
 */
type Lane = "pages" | "background";

interface Work {
  lane: Lane;
  /** When it last waited in vain for a system (epoch milliseconds). */
  waitedInVain: Partial<Record<System, number>>;
  /** Whether its reads of such a system fail at once. */
  waitsOnce: boolean;
}

const newWork = (lane: Lane): Work => ({ lane, waitedInVain: {}, waitsOnce: false });

const current = new AsyncLocalStorage<Work>();

export const currentLane = (): Lane => current.getStore()?.lane ?? "pages";

/** Runs work that nobody waits for; its calls of outside systems, and those of all that it starts, go in its lane. */
export const asBackgroundWork = <T>(work: () => T): T => current.run(newWork("background"), work);

/** Answers one request that may wait before its page is loaded: what it has waited for in vain, `waitingOnce` knows. */
export const asOneRequest = <T>(answer: () => T): T => current.run(newWork("pages"), answer);

/**
 * Loads what a page shows. Once this request has waited in vain for a system, be it in its action, it reads nothing more
 * from there for 5 s, unless a page was answered meanwhile: all in all it would wait longer than a page may take.
 */
export const waitingOnce = <T>(load: () => T): T =>
  current.run(
    { lane: "pages", waitedInVain: current.getStore()?.waitedInVain ?? {}, waitsOnce: true },
    load,
  );

/** Time of the last failure that a page met (epoch milliseconds) of each system that has not answered one since. */
const failedAt = new Map<System, number>();

/** Time of the last answer to a page (epoch milliseconds). */
const answeredAt = new Map<System, number>();

/** Milliseconds for which a system counts as down after a failure, unless it answers earlier. */
const downFor = 30_000;

function recordAnswer(system: System): void {
  failedAt.delete(system);
  answeredAt.set(system, Date.now());
}
const recordOutage = (system: System) => failedAt.set(system, Date.now());

/** Milliseconds in which `waitingOnce` reads nothing more: a page's time. */
const notAgainFor = 5_000;

function waitsNoMoreFor(system: System): boolean {
  const { waitsOnce, waitedInVain } = current.getStore() ?? {};
  const at = waitedInVain?.[system];
  if (!waitsOnce || at === undefined) return false;
  return at > (answeredAt.get(system) ?? 0) && isStillWithin(notAgainFor, at);
}

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
  const isDown = isStillWithin(downFor, failedAt.get(system) ?? 0);
  return isDown ? Promise.race([outcome, nextTurn(otherwise)]) : outcome;
}

interface Limits {
  /** Milliseconds for a read, including its retry. */
  readDeadline?: number;
  /** Milliseconds for a write. Writes are never retried here. */
  writeDeadline?: number;
}

/** `read-once`: a read that is not repeated, where calls are numbered. */
type Mode = "read" | "read-once" | "write";
/** `answered`: for work that goes on after the deadline, and gets its answer then. */
type Attempt<T> = (signal: AbortSignal, answered: () => void) => Promise<T>;

export type Upstream = ReturnType<typeof createUpstream>;

/** Calls of one lane that run at once, and that wait for their turn. */
const atOnce = 20;
const mostWaiting = 200;

const retryableKinds: readonly FailureKind[] = ["unreachable", "status"];

/**
 * Retries once, after 50 to 150 ms, if the system was unreachable or answered with an error status. For reads only: a
 * write may have had its effect even if its answer was lost.
 */
async function retryOnce<T>(signal: AbortSignal, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    const retryable = error instanceof UpstreamError && retryableKinds.includes(error.kind);
    if (!retryable || signal.aborted) throw error;
    await pause(50 + Math.random() * 100);
    return attempt();
  }
}

/**
 * Calls to one outside system, with a deadline and a circuit breaker. Every failure of the system is an `UpstreamError`;
 * what else `attempt` throws says that the system answered.
 */
export function createUpstream(
  system: System,
  { readDeadline = 2_000, writeDeadline = 4_000 }: Limits = {},
) {
  const laneOf = () => ({ breaker: createBreaker(system), places: bulkhead(atOnce, mostWaiting) });
  const lanes = { pages: laneOf(), background: laneOf() };

  /** Runs `attempt` within the deadline, with trace, metrics and log. A `read` that fails is retried once. */
  function call<T>(mode: Mode, attempt: Attempt<T>): Promise<T> {
    const deadline = mode === "write" ? writeDeadline : readDeadline;
    return traceCall(system, () =>
      withSignal(deadline, undefined, async (signal) => {
        const started = performance.now();
        const once = () => attemptOnce(mode, deadline, signal, attempt);
        try {
          const result = await (mode === "read" ? retryOnce(signal, once) : once());
          observeUpstream(system, "ok", performance.now() - started);
          return result;
        } catch (error) {
          const failure = error instanceof UpstreamError ? error : undefined;
          const kind = failure?.kind ?? "refused";
          observeUpstream(system, kind, performance.now() - started);
          log.warn({ system, kind, status: failure?.status, code: failure?.code }, callFailed);
          throw error;
        }
      }),
    );
  }

  async function attemptOnce<T>(
    mode: Mode,
    deadline: number,
    signal: AbortSignal,
    attempt: Attempt<T>,
  ): Promise<T> {
    const lane = currentLane();
    const { breaker, places } = lanes[lane];
    if (mode === "read" && waitsNoMoreFor(system)) throw new UpstreamError(system, "open");
    const pass = await breaker.enter(deadline);
    const timeout = () => {
      throw new UpstreamError(system, "timeout");
    };
    let sent = false;
    const inTime = () =>
      untilAborted(
        signal,
        () => {
          sent = true;
          return attempt(signal, () => note(lane, pass, "answered"));
        },
        timeout,
      );
    try {
      // The outer deadline covers the wait for a place: behind slow writes it can be longer than a read's deadline.
      const result = await untilAborted(signal, () => places.execute(inTime), timeout);
      note(lane, pass, "answered");
      return result;
    } catch (error) {
      const failure = failureOf(error, signal);
      const work = current.getStore();
      if (work && sent && failure instanceof UpstreamError && failure.kind === "timeout")
        work.waitedInVain[system] = Date.now();
      note(lane, pass, !sent ? "unsent" : isOutage(failure) ? "failed" : "answered");
      throw failure;
    }
  }

  /** What background work meets is nothing for `withoutWaiting`: it says what pages may expect. */
  function note(lane: Lane, pass: Pass, end: keyof Pass): void {
    pass[end]();
    if (lane !== "pages") return;
    if (end === "answered") recordAnswer(system);
    if (end === "failed") recordOutage(system);
  }

  function failureOf(error: unknown, signal: AbortSignal): unknown {
    if (error instanceof BulkheadRejectedError) return new UpstreamError(system, "busy");
    // An aborted attempt may throw an error of its library.
    const isLibrarys = signal.aborted && !(error instanceof UpstreamError);
    return isLibrarys ? new UpstreamError(system, "timeout") : error;
  }

  function requestJson<S extends z.ZodType>(mode: Mode, request: JsonRequest<S>) {
    return call(mode, (signal) => fetchJson(system, request, signal));
  }

  return { system, call, requestJson };
}

const callFailed = "upstream failed";
