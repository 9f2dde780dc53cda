import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
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
import type { z } from "zod";
import { traceCall } from "~/clients/error-reports.server";
import { log } from "~/clients/log.server";
import { observeUpstream } from "~/clients/metrics.server";

export type FailureKind =
  | "timeout"
  | "unreachable"
  | "status"
  | "malformed"
  | "too-large"
  | "redirect"
  | "busy"
  | "open";

/** An outside system did not answer as its contract says. Carries no payload, so it may be logged. */
export class UpstreamError extends Error {
  override name = "UpstreamError";
  readonly system: string;
  readonly kind: FailureKind;
  readonly status: number | undefined;

  constructor(system: string, kind: FailureKind, status?: number) {
    super(`${system}: ${kind}${status === undefined ? "" : ` ${status}`}`);
    this.system = system;
    this.kind = kind;
    this.status = status;
  }
}

/** Whether the system was not even asked, so that nothing can have happened there. */
export const isUnsent = ({ kind }: UpstreamError) => kind === "open" || kind === "busy";

/** What an outside system gave, or undefined while it is down. */
export async function unlessDown<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UpstreamError) return undefined;
    throw error;
  }
}

/** When each system last failed that has not answered since, in epoch milliseconds. */
const failedAt = new Map<string, number>();

/** Milliseconds for which a failed system is taken to be down, unless it answers before. */
const downFor = 30_000;

/**
 * What `work` gives, or `otherwise` where its system fails. Nobody waits for a system that is known to be down:
 * then only what this process knows already, such as a cached answer, comes before `otherwise`.
 */
export async function withoutWaiting<T>(
  system: string,
  work: Promise<T>,
  otherwise: T,
): Promise<T> {
  const outcome = work.catch((error: unknown) => {
    if (error instanceof UpstreamError) return otherwise;
    throw error;
  });
  const isDown = Date.now() - (failedAt.get(system) ?? 0) < downFor;
  return isDown ? Promise.race([outcome, turn(otherwise)]) : outcome;
}

export interface Limits {
  /** Milliseconds for a read, its retry included. */
  readDeadline?: number;
  /** Milliseconds for a write, which is never retried here. */
  writeDeadline?: number;
  /** Most bytes an answer may have. */
  maxBytes?: number;
}

export interface JsonRequest<S extends z.ZodType> {
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  /** Gives the bearer token, within the call's time; without one the system counts as unreachable. */
  bearer?: () => Promise<string>;
  body?: string;
  /** What the answer must look like. */
  schema: S;
  /** Statuses besides 2xx whose body is an answer too. */
  alsoAccept?: (status: number) => boolean;
}

export type Upstream = ReturnType<typeof createUpstream>;

const retryable: readonly FailureKind[] = ["unreachable", "status"];
const outage: readonly FailureKind[] = [
  "timeout",
  "unreachable",
  "status",
  "too-large",
  "redirect",
  "malformed",
];

/** Milliseconds that calls wait for the one that tries whether a system is back. */
const trialPatience = 250;

/**
 * One outside system behind its own deadline, concurrency limit (20 calls at once) and circuit breaker
 * (opens for 5 s after five failures in a row). Every failure is an `UpstreamError`.
 */
export function createUpstream(
  system: string,
  { readDeadline = 2_000, writeDeadline = 4_000, maxBytes = 1_048_576 }: Limits = {},
) {
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof UpstreamError && outage.includes(error.kind)),
    { halfOpenAfter: 5_000, breaker: new ConsecutiveBreaker(5) },
  );
  const guard = wrap(breaker, bulkhead(20, 200));

  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    if (breaker.state === CircuitState.HalfOpen) {
      await Promise.race([Event.toPromise(breaker.onStateChange), pause(trialPatience)]);
      if (breaker.state === CircuitState.HalfOpen) throw new UpstreamError(system, "open");
    }
    return guard.execute(work);
  }

  /** Runs `attempt` guarded; a read is tried once more, after a random pause, while time remains. */
  function call<T>(
    mode: "read" | "write",
    attempt: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    return traceCall(system, () => attemptTwice(mode, attempt));
  }

  async function attemptTwice<T>(
    mode: "read" | "write",
    attempt: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const started = performance.now();
    const signal = AbortSignal.timeout(mode === "read" ? readDeadline : writeDeadline);
    try {
      let result: T;
      try {
        result = await attemptOnce(signal, attempt);
      } catch (error) {
        const again =
          mode === "read" && error instanceof UpstreamError && retryable.includes(error.kind);
        if (!again || signal.aborted) throw error;
        await pause(50 + Math.random() * 100);
        result = await attemptOnce(signal, attempt);
      }
      observeUpstream(system, "ok", performance.now() - started);
      failedAt.delete(system);
      return result;
    } catch (error) {
      const kind = error instanceof UpstreamError ? error.kind : "refused";
      if (error instanceof UpstreamError && outage.includes(error.kind))
        failedAt.set(system, Date.now());
      observeUpstream(system, kind, performance.now() - started);
      log.warn({ system, kind }, "upstream failed");
      throw error;
    }
  }

  function attemptOnce<T>(
    signal: AbortSignal,
    attempt: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    // The wait for a free place counts as well: behind slow writes it may be longer than a read's time.
    return withDeadline(signal, () => guarded(() => withDeadline(signal, attempt))).catch(
      (error: unknown) => {
        if (error instanceof BrokenCircuitError) throw new UpstreamError(system, "open");
        if (error instanceof BulkheadRejectedError) throw new UpstreamError(system, "busy");
        throw error;
      },
    );
  }

  /** Ends with the deadline even where `attempt` does not heed the signal. */
  async function withDeadline<T>(
    signal: AbortSignal,
    attempt: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    // Whoever asked has been told that it failed: it must not happen after that.
    if (signal.aborted) throw new UpstreamError(system, "timeout");
    let expire = () => {};
    const expired = new Promise<never>((_, reject) => {
      expire = () => reject(new UpstreamError(system, "timeout"));
      signal.addEventListener("abort", expire, { once: true });
    });
    try {
      return await Promise.race([attempt(signal), expired]);
    } catch (error) {
      throw signal.aborted && !(error instanceof UpstreamError)
        ? new UpstreamError(system, "timeout")
        : error;
    } finally {
      signal.removeEventListener("abort", expire);
    }
  }

  /** Asks over HTTP and checks the JSON answer. Redirects are not followed. */
  function requestJson<S extends z.ZodType>(
    mode: "read" | "write",
    {
      url,
      method = "POST",
      headers,
      bearer,
      body,
      schema,
      alsoAccept = () => false,
    }: JsonRequest<S>,
  ): Promise<{ status: number; body: z.output<S> }> {
    return call(mode, async (signal) => {
      const token = await bearer?.().catch(() => {
        throw new UpstreamError(system, "unreachable");
      });
      const authorized =
        token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` };
      const response = await send(system, url, { method, headers: authorized, body, signal });
      if (!response.ok && !alsoAccept(response.status)) {
        await response.body?.cancel();
        throw new UpstreamError(system, "status", response.status);
      }
      const answer = parseJson(await readLimited(system, response, maxBytes));
      const checked = schema.safeParse(answer);
      if (!checked.success) throw new UpstreamError(system, "malformed", response.status);
      return { status: response.status, body: checked.data };
    });
  }

  return { system, call, requestJson };
}

/** `fetch` that follows no redirect and fails with an `UpstreamError`. */
export async function send(system: string, url: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, { ...init, redirect: "manual" });
  } catch {
    throw new UpstreamError(system, init.signal?.aborted ? "timeout" : "unreachable");
  }
  if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
    await response.body?.cancel();
    throw new UpstreamError(system, "redirect", response.status);
  }
  return response;
}

/** Reads a body of at most `maxBytes` bytes. */
export async function readLimited(
  system: string,
  response: Response,
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new UpstreamError(system, "too-large", response.status);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof UpstreamError
      ? error
      : new UpstreamError(system, "unreachable", response.status);
  }
  return Buffer.concat(chunks);
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}
