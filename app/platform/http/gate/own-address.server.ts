import { env } from "~/env.server";
import { hostNameOf } from "~/platform/values/host-name";

/**
 * An address of this app, for where another site sends somebody back to: on the brand's host that they are on, to which
 * their cookies are bound, else on `APP_ORIGIN`.
 */
export function ownAddress(request: Request, path: string): URL {
  const url = new URL(path, env.APP_ORIGIN);
  const hostname = hostNameOf(request.headers.get("host"));
  if (Object.hasOwn(env.BRANDS.hosts, hostname)) url.hostname = hostname;
  return url;
}
