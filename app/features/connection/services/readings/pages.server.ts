import type { InstagramVerdict } from "~/features/connection/rules/refusal";
import type { Session } from "~/features/connection/services/readings/session.server";
import { InstagramRefused } from "~/features/connection/store/ask-instagram.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";

/** Attempts after which a reading ends without what fails for this account alone. */
export const patientAttempts = 5;

/** What follows from Instagram's refusal; undefined if the error is none. */
export const verdictOf = (error: unknown): InstagramVerdict["kind"] | undefined =>
  error instanceof InstagramRefused ? error.verdict.kind : undefined;

/** Instagram does not give this: a permission, a metric or the thing itself is missing. */
export const isWithheld = (error: unknown): boolean =>
  ["permission-missing", "ask-without", "gone"].some((kind) => kind === verdictOf(error));

/** Instagram failed over this answer; it may manage a smaller one. */
const isTheirFailure = (error: unknown) =>
  verdictOf(error) === "later" ||
  (error instanceof UpstreamError &&
    ["timeout", "status", "too-large"].some((kind) => kind === error.kind));

/** One post, or the reach, may have an answer that nobody can read. It must not hold up the others. */
export const isOfOnePart = (error: unknown) =>
  verdictOf(error) === "later" ||
  verdictOf(error) === "ask-without" ||
  (error instanceof UpstreamError &&
    error.system === "instagram" &&
    ["malformed", "garbled", "too-large", "status", "refused", "timeout"].some(
      (kind) => kind === error.kind,
    ));

/** Below this a page is not made smaller. */
const smallestPage = 5;

/**
 * Gets a page. After a failure of Instagram's it asks for a smaller one, and for the rest of the run pages stay small.
 * @param most items that are wanted
 */
export async function page<T>(
  session: Session,
  list: keyof Session["pageSizes"],
  most: number,
  get: (limit: number) => Promise<T>,
): Promise<T> {
  for (;;) {
    const size = session.pageSizes[list];
    try {
      return await get(Math.min(size, most));
    } catch (error) {
      if (!isTheirFailure(error) || size <= smallestPage) throw error;
      session.pageSizes[list] = Math.max(smallestPage, Math.floor(size / 5));
    }
  }
}

/** A list that never ends, such as one whose cursor stays where it is, is broken off here. */
const mostPages = 5_000;

/** Counts the pages of one list. @throws UpstreamError once there are more than any list has */
export function pageCounter(): (after: string | null) => void {
  let count = 0;
  let before: string | null = null;
  return (after) => {
    count += 1;
    if (after !== null && (after === before || count > mostPages))
      throw new UpstreamError("instagram", "malformed");
    before = after;
  };
}
