import { env } from "~/env.server";
import { hostNameOf } from "~/platform/values/host-name";

/**
 * An address of this app on the host that somebody is on, if it is one of ours: their cookies are bound to it. For where
 * another site sends them back to.
 */
export function ownAddress(request: Request, path: string): URL {
  const url = new URL(path, env.APP_ORIGIN);
  const hostname = hostNameOf(request.headers.get("host"));
  if (Object.hasOwn(env.BRANDS.hosts, hostname)) url.hostname = hostname;
  return url;
}
