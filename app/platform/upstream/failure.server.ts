import { httpStatusOf } from "~/platform/upstream/grpc-status";
import type { System } from "~/platform/values/systems";

/**
 * Failures of the system itself: any call would have met them. Only these count for its circuit breaker. `status`: 5xx.
 * `garbled`: a body that is not even JSON, from something else that stands in the system's place.
 */
const outages = ["timeout", "unreachable", "status", "redirect", "garbled"] as const;

/**
 * Failures of one call; the next one may be fine. `refused`: the system says that this call was wrong (4xx). `malformed`:
 * an answer or a stored document in another form than its contract's. `too-large`: an answer above the limit.
 */
const ofOneCall = ["refused", "malformed", "too-large"] as const;

/**
 * `busy`: too many calls at once, by our own limit or by the system's word (429). `open`: the circuit breaker is open, or
 * this request has just waited for the system in vain (`waitingOnce`).
 */
const notDone = ["busy", "open"] as const;

export type FailureKind =
  | (typeof outages)[number]
  | (typeof ofOneCall)[number]
  | (typeof notDone)[number];

/**
 * An outside system did not answer as its contract says. Contains no payload, so that it can be logged.
 * `system` is `all` if several systems together took longer than a page may wait.
 */
export class UpstreamError extends Error {
  override name = "UpstreamError";
  readonly system: System | "all";
  readonly kind: FailureKind;
  /** The HTTP status, or the number of an SMTP reply. */
  readonly status: number | undefined;
  /** From `codeOf`: why there was no answer. */
  readonly code: string | undefined;

  constructor(system: System | "all", kind: FailureKind, status?: number, code?: string) {
    super([`${system}: ${kind}`, status, code].filter((part) => part !== undefined).join(" "));
    this.system = system;
    this.kind = kind;
    this.status = status;
    this.code = code;
  }
}

/**
 * The bare code of an error of Node or of a library, or of what caused it: `ECONNREFUSED`, `CERT_HAS_EXPIRED`. Its text may
 * hold names, addresses and what somebody else has written, and is never told.
 */
export function codeOf(error: unknown): string | undefined {
  // An error may be its own cause.
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth += 1)
    // nodemailer's own code is `ESOCKET` for all that is beneath it.
    for (const name of ["originalCode", "code"]) {
      const code: unknown = Reflect.get(one, name);
      if (typeof code === "string" && /^[A-Z][A-Z\d_]{2,60}$/.test(code)) return code;
    }
  return undefined;
}

/**
 * The failure that an HTTP status tells of. The one place where statuses are sorted: a 4xx, 408 and 425 among them, refuses
 * one request; 429 asks this one caller to slow down, which is the opposite of being down; all else is the system's own.
 */
export function statusFailure(system: System, status: number): UpstreamError {
  if (status === 429) return new UpstreamError(system, "busy", status);
  const isRefusal = status >= 400 && status < 500;
  return new UpstreamError(system, isRefusal ? "refused" : "status", status);
}

/** The failure that a gRPC status code tells of, sorted by the HTTP status that Google gives it. */
export const grpcFailure = (system: System, code: number): UpstreamError =>
  statusFailure(system, httpStatusOf(code));

/** Whether the system failed. False for what concerns one call, and for a call that was not sent. */
export const isOutage = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError && outages.some((kind) => kind === error.kind);

/** Whether the system says that this one call was wrong: it is there, and asking again changes nothing. */
export const isRefused = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError && error.kind === "refused";

/** Whether the call was not sent, so that it cannot have had an effect. */
export const isUnsent = ({ kind, status }: UpstreamError) =>
  kind === "open" || (kind === "busy" && status === undefined);

/** Whether nobody answered: an outage, or a call that was not sent. What was answered counts against limits. */
export const isUnanswered = (error: unknown): error is UpstreamError =>
  isOutage(error) || (error instanceof UpstreamError && isUnsent(error));

/**
 * Whether nobody answered and nothing was done, as far as can be told: what did not answer in time may still be carried out.
 * A limit on mails takes back only this.
 */
export const isUndone = (error: unknown): error is UpstreamError =>
  isUnanswered(error) && error.kind !== "timeout";

/** Whether what answered, or was stored, has another form than its contract's. */
export const isMalformed = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError && error.kind === "malformed";

type Work<T> = Promise<T> | (() => Promise<T>);

/**
 * The result of `work`, or that of `whenDown` if an outside system fails in any of the ways above. What else is thrown is a
 * mistake of ours, and passes.
 */
export const orElse = <T, D>(
  work: Work<T>,
  whenDown: (failure: UpstreamError) => D | Promise<D>,
): Promise<T | D> => recover(work, isFailure, whenDown);

/** The result of `work`, or undefined if an outside system fails: is down, refuses, or answers what cannot be read. */
export const unlessDown = <T>(work: Work<T>): Promise<T | undefined> =>
  orElse(work, () => undefined);

/** The result of `work`, or that of `otherwise` if what it reads is malformed. While the system is down, it fails. */
export const unlessMalformed = <T, D = undefined>(
  work: Work<T>,
  otherwise: () => D | Promise<D> = () => undefined as D,
): Promise<T | D> => recover(work, isMalformed, otherwise);

const isFailure = (error: unknown): error is UpstreamError => error instanceof UpstreamError;

async function recover<T, D>(
  work: Work<T>,
  isExpected: (error: unknown) => error is UpstreamError,
  otherwise: (failure: UpstreamError) => D | Promise<D>,
): Promise<T | D> {
  try {
    return await (typeof work === "function" ? work() : work);
  } catch (error) {
    if (isExpected(error)) return otherwise(error);
    throw error;
  }
}
