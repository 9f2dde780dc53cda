import { knownBrandOf } from "~/clients/subscriptions.server";
import { brandOfHost } from "~/domain/brand";
import { type StartUpIdentifiers, startUpIdentifiers } from "~/domain/start-up-identifiers";
import { env } from "~/env.server";
import { isKept } from "~/web/pages/public-page-cache.server";
import { readSession } from "~/web/session/session.server";

/**
 * Those of the visitor's brand: that of the main plan where it is known without asking, else the host's.
 * Pages that are kept for everyone go by the host alone.
 */
export async function identifiersFor(request: Request): Promise<StartUpIdentifiers> {
  const kept = isKept(new URL(request.url).pathname);
  const subscriber = kept ? undefined : await readSession(request);
  const host = (request.headers.get("host") ?? "").replace(/:\d+$/, "");
  const brand = (subscriber && knownBrandOf(subscriber.uid)) ?? brandOfHost(host, env.BRANDS.hosts);
  return startUpIdentifiers(env.BRANDS[brand], env.EVENTS_URL);
}
