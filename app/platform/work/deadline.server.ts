import { UpstreamError, within } from "~/platform/upstream/upstream.server";

/** Milliseconds within which a form is answered, whatever the outside systems do. */
export const answerWithin = 4_700;

/** Milliseconds left for drawing a page again after its action, whose loaders ask outside systems, too. */
const drawing = 700;

/**
 * The result of `work`. Rejects with an `UpstreamError` after `answerWithin`; the work itself goes on.
 * @param begun by `performance.now()`: when the request came, where a guard has waited before and the page is drawn after
 */
export const withinAnswerTime = <T>(work: Promise<T>, begun?: number): Promise<T> =>
  within(
    begun === undefined ? answerWithin : begun + answerWithin - drawing - performance.now(),
    work,
    () => {
      throw new UpstreamError("all", "timeout");
    },
  );
