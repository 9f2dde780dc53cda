import { useLocation } from "@remix-run/react";

/**
 * The page's own address with its query, as a form's `action`: a form that names none is posted to the path alone by
 * w3m.
 */
export function useOwnAddress(): string {
  const { pathname, search } = useLocation();
  return pathname + search;
}
