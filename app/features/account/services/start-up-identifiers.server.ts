import { env } from "~/env.server";
import { brandOfHost } from "~/features/account/brand";
import type { StartUpIdentifiers } from "~/features/account/browser/start-up-identifiers";
import { knownBrandOf, subscriptionsOf } from "~/features/account/subscriptions.server";
import { isPublicPage } from "~/platform/pages/public-page-cache.server";
import { readSession, type Subscriber } from "~/platform/session/session.server";
import { withoutWaiting } from "~/platform/upstream/upstream.server";
import { hostNameOf } from "~/platform/values/host-name";

/**
 * The start-up identifiers of the visitor's brand: the main plan's brand, or the host's while it cannot be looked up.
 * Public pages are cached for everyone and use the host's.
 */
export async function startUpIdentifiersFor(request: Request): Promise<StartUpIdentifiers> {
  const isPublic = isPublicPage(pathOf(request.url));
  const subscriber = isPublic ? undefined : await readSession(request);
  const host = hostNameOf(request.headers.get("host"));
  const brand = (subscriber && (await brandFor(subscriber))) ?? brandOfHost(host, env.BRANDS.hosts);
  const { plans } = env.BRANDS[brand];
  return {
    trackingBaseAddress: env.EVENTS_URL ?? null,
    courseId: plans.pdfCourse,
    reportId: plans.profileReport,
    premiumId: plans.premiumOneMonth,
    giftId: plans.giftOneMonth,
  };
}

/** Seldom a call of its own: the guard of a private page asks for the same subscriptions at the same time. */
async function brandFor(subscriber: Subscriber) {
  const known = knownBrandOf(subscriber.uid);
  if (known) return known;
  await withoutWaiting("subscriptions", subscriptionsOf(subscriber), undefined);
  return knownBrandOf(subscriber.uid);
}

/** The address comes from a `Request`, so it is normalized already: to parse it again on every page would take long. */
const pathOf = (url: string) => /^[^:]+:\/\/[^/]+([^?#]*)/.exec(url)?.[1] ?? "";
