import { UpstreamError, within } from "~/clients/upstream.server";

/** Milliseconds within which a form is answered, whatever the outside systems do. */
export const answerWithin = 4_700;

/** The result of `work`. Rejects with an `UpstreamError` after `answerWithin`; the work itself goes on. */
export const withinAnswerTime = <T>(work: Promise<T>): Promise<T> =>
  within(answerWithin, work, () => {
    throw new UpstreamError("all", "timeout");
  });
