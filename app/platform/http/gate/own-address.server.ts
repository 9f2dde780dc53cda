import { env } from "~/env.server";
import { hostNameOf } from "~/platform/values/host-name";

/**
 * An address of this app, for where another site sends somebody back to: on the brand's host that they are on, to which
 * their cookies are bound, else on `APP_ORIGIN`.
 */
export const ownAddress = (request: Request, path: string): URL =>
  new URL(path, ownOrigin(request.headers.get("host")));

/** `APP_ORIGIN` with the name of the brand's host that is asked for. The port in a Host header may be the load balancer's. */
export function ownOrigin(host: string | null | undefined): string {
  const url = new URL(env.APP_ORIGIN);
  const hostname = hostNameOf(host);
  if (Object.hasOwn(env.BRANDS.hosts, hostname)) url.hostname = hostname;
  return url.origin;
}
