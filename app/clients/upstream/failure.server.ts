import type { System } from "~/domain/systems";

/** Failures that speak of the system itself, and so count towards its circuit breaker. */
const outages = ["timeout", "unreachable", "status", "too-large", "redirect", "malformed"] as const;

/** `busy`: too many calls wait already. `open`: the circuit breaker is open. Neither reaches the system. */
export type FailureKind = (typeof outages)[number] | "busy" | "open";

/**
 * An outside system did not answer as its contract says. Carries no payload, so it may be logged.
 * `system` is `all` where several together took longer than a page may wait.
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

/** Whether the failure is the system's: not a refusal in its own words, and not a call that was never made. */
export const isOutage = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError && outages.some((kind) => kind === error.kind);

/** Whether the system was not even asked, so that nothing can have happened there. */
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
