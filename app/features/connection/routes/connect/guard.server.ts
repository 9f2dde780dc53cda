import { env } from "~/env.server";
import { requireSubscriber } from "~/features/account/guards.server";
import type { Subscriber } from "~/platform/session/session.server";

/** Where Instagram is no source of analyses, its pages are not there (docs/product.md#sources). */
export function requireInstagram(): void {
  if (!env.ANALYSIS_SOURCES.has("instagram")) throw new Response(null, { status: 404 });
}

/** Guards the pages of the connection. */
export function requireConnector(request: Request): Promise<Subscriber> {
  requireInstagram();
  return requireSubscriber(request);
}
