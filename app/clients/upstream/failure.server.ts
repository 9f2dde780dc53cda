import type { System } from "~/domain/systems";

/** Failures of the system itself. Only these count for its circuit breaker. */
const outages = ["timeout", "unreachable", "status", "too-large", "redirect", "malformed"] as const;

/** `busy`: the queue of waiting calls is full. `open`: the circuit breaker is open. In both cases nothing was sent. */
export type FailureKind = (typeof outages)[number] | "busy" | "open";

/**
 * An outside system did not answer as its contract says. Contains no payload, so that it can be logged.
 * `system` is `all` if several systems together took longer than a page may wait.
 */
export class UpstreamError extends Error {
  override name = "UpstreamError";
  readonly system: System | "all";
  readonly kind: FailureKind;
  readonly status: number | undefined;

  constructor(system: System | "all", kind: FailureKind, status?: number) {
    super(`${system}: ${kind}${status === undefined ? "" : ` ${status}`}`);
    this.system = system;
    this.kind = kind;
    this.status = status;
  }
}

/** Whether the system failed. False for a refusal (a valid answer) and for a call that was not sent. */
export const isOutage = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError && outages.some((kind) => kind === error.kind);

/** Whether the call was not sent, so that it cannot have had an effect. */
export const isUnsent = ({ kind }: UpstreamError) => kind === "open" || kind === "busy";

/** The result of `work`, or undefined if an outside system fails. */
export async function unlessDown<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UpstreamError) return undefined;
    throw error;
  }
}
