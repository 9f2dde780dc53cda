import { reportUnexpected } from "~/platform/monitoring/error-reports.server";
import { UpstreamError, within } from "~/platform/upstream/upstream.server";
import { inBackground } from "~/platform/work/background.server";

/** Milliseconds within which a form is answered, whatever the outside systems do. */
export const answerWithin = 4_700;

/** Milliseconds left for drawing a page again after its action, whose loaders ask outside systems, too. */
const drawing = 700;

/**
 * The result of `work`. Rejects with an `UpstreamError` after `answerWithin`; the work itself goes on, and a stop of this
 * process waits for it, also where its sender has left.
 * @param begun by `performance.now()`: when the request came, where a guard has waited before and the page is drawn after
 */
export function withinAnswerTime<T>(work: Promise<T>, begun?: number): Promise<T> {
  let isAwaited = true;
  // While somebody waits, its failure is theirs.
  inBackground(
    "form",
    work.catch((error: unknown) => {
      if (!isAwaited && !(error instanceof UpstreamError)) reportUnexpected(error);
    }),
  );
  return within(
    begun === undefined ? answerWithin : begun + answerWithin - drawing - performance.now(),
    work,
    () => {
      isAwaited = false;
      throw new UpstreamError("all", "timeout");
    },
  );
}
