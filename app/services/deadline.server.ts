import { setTimeout as pause } from "node:timers/promises";
import { UpstreamError } from "~/clients/upstream.server";

/** Milliseconds within which a form is answered, whatever the outside systems do together. */
export const answerWithin = 4_700;

/** The work's result, or a time-out once the person has waited long enough; the work itself goes on. */
export async function withinAnswerTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new UpstreamError("all", "timeout")), answerWithin);
  });
  work.catch(() => {});
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
}

/** Undefined where the work takes longer; it goes on all the same. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  const timer = new AbortController();
  const late = pause(Math.max(0, milliseconds), undefined, { signal: timer.signal }).catch(
    () => undefined,
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
  }
}
