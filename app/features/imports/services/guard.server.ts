import { env } from "~/env.server";
import { requireSubscriber } from "~/features/account/guards.server";
import type { Subscriber } from "~/platform/session/session.server";

export const notFound = () => new Response(null, { status: 404 });

/** Guards the pages of the import: where exports are no source, there are none (docs/product.md#sources). */
export function requireImporter(
  ...asked: Parameters<typeof requireSubscriber>
): Promise<Subscriber> {
  if (!env.ANALYSIS_SOURCES.has("export")) throw notFound();
  return requireSubscriber(...asked);
}
