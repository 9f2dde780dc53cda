/**
 * The epoch milliseconds of an ISO 8601 text; NaN where it is none. One without an offset is read as UTC, wherever
 * the server stands.
 */
export function momentOf(text: string): number {
  const isLocal = /[T ][\d:.,]+$/i.test(text);
  return Date.parse(isLocal ? `${text}Z` : text);
}
