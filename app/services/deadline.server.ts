import { UpstreamError, within } from "~/clients/upstream.server";

/** Milliseconds within which a form is answered, whatever the outside systems do. */
export const answerWithin = 4_700;

/**
 * The result of `work`. Rejects with an `UpstreamError` after `answerWithin`; the work itself goes on.
 * @param begun by `performance.now()`, where the guard may have waited already
 */
export const withinAnswerTime = <T>(work: Promise<T>, begun = performance.now()): Promise<T> =>
  within(begun + answerWithin - performance.now(), work, () => {
    throw new UpstreamError("all", "timeout");
  });
