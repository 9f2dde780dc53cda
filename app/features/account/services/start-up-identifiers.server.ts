import { env } from "~/env.server";
import { brandOfHost } from "~/features/account/brand";
import {
  type StartUpIdentifiers,
  startUpIdentifiers,
} from "~/features/account/rules/start-up-identifiers";
import { knownBrandOf } from "~/features/account/subscriptions.server";
import { isPublicPage } from "~/platform/pages/public-page-cache.server";
import { readSession } from "~/platform/session/session.server";

/**
 * The start-up identifiers of the visitor's brand: the main plan's brand if it is in memory, otherwise the host's. Public
 * pages are cached for everyone and use the host's.
 */
export async function startUpIdentifiersFor(request: Request): Promise<StartUpIdentifiers> {
  const isPublic = isPublicPage(pathOf(request.url));
  const subscriber = isPublic ? undefined : await readSession(request);
  const host = (request.headers.get("host") ?? "").replace(/:\d+$/, "");
  const brand = (subscriber && knownBrandOf(subscriber.uid)) ?? brandOfHost(host, env.BRANDS.hosts);
  return startUpIdentifiers(env.BRANDS[brand], env.EVENTS_URL);
}

/** The address comes from a `Request`, so it is normalized already: to parse it again on every page would take long. */
const pathOf = (url: string) => /^[^:]+:\/\/[^/]+([^?#]*)/.exec(url)?.[1] ?? "";
