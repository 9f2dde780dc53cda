import { env } from "~/env.server";

/** A request's target as the URL parser reads it: odd characters encoded. */
interface RequestAddress {
  /** With APP_ORIGIN, whatever the Host header says. */
  href: string;
  /** Whether it has `?_data=`: Remix's data request from before single fetch. Remix still answers it; this app never sends it. */
  isLegacyData: boolean;
  /** Whether it has `?creds=` (docs/product.md#credentials-link). */
  hasCredentials: boolean;
}

/** By target, as parsing takes longer than finding a cached page. Bounded, since strangers choose the targets. */
const known = new Map<string, RequestAddress>();
const mostKnown = 500;
const longestKnown = 256;

/**
 * What a URL parser resolves or cuts off, and a browser never sends: `.` and `..` segments, backslashes, a fragment. The
 * gate and the log decide by the path as it came, so it must be the path that is answered.
 */
const resolvedAway = /^[^?]*(?:\\|\/(?:\.|%2e){1,2}(?:[/?]|$))|#/i;

/** Remix would warn of another path on the console, with all that stands in it: tokens and addresses, too. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** @param target as the request line has it @returns undefined if it is no path of this server */
export function requestAddress(target: string): RequestAddress | undefined {
  const parsed = known.get(target);
  if (parsed) return parsed;
  const isPath = target.startsWith("/") && !target.startsWith("//") && !resolvedAway.test(target);
  const url = isPath && URL.canParse(target, env.APP_ORIGIN) && URL.parse(env.APP_ORIGIN + target);
  if (!url || !isDecodable(url.pathname)) return undefined;
  const address = {
    href: url.href,
    isLegacyData: url.searchParams.has("_data"),
    hasCredentials: url.searchParams.has("creds"),
  };
  if (known.size >= mostKnown) known.clear();
  if (target.length <= longestKnown) known.set(target, address);
  return address;
}
