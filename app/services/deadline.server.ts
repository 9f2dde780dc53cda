import { UpstreamError, within } from "~/clients/upstream.server";

/** Milliseconds within which a form is answered, whatever the outside systems do together. */
export const answerWithin = 4_700;

/** The result of `work`, or an `UpstreamError` once the person has waited long enough; the work itself goes on. */
export const withinAnswerTime = <T>(work: Promise<T>): Promise<T> =>
  within(answerWithin, work, () => {
    throw new UpstreamError("all", "timeout");
  });
