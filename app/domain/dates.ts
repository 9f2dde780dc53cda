/**
 * The epoch milliseconds of an ISO 8601 text; NaN where it is none. One without an offset is read as UTC, wherever
 * the server stands.
 */
export function parseDate(text: string): number {
  const isLocal = /[T ][\d:.,]+$/i.test(text);
  return Date.parse(isLocal ? `${text}Z` : text);
}

/** Epoch milliseconds → `"Nov 21, 2026"`, in UTC so that server and browser agree. */
export function formatDate(milliseconds: number): string {
  return new Date(milliseconds).toLocaleDateString("en-US", {
    year: "numeric",
    month: "short",
    day: "numeric",
    timeZone: "UTC",
  });
}
