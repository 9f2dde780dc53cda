import { useLocation } from "@remix-run/react";

/**
 * The page's own address with its query, for a form's `action`. Without an `action`, w3m posts to the path and drops
 * the query.
 */
export function useOwnAddress(): string {
  const { pathname, search } = useLocation();
  return pathname + search;
}
