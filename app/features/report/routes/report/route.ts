import type { LoaderFunctionArgs } from "@remix-run/node";
import { messagePage } from "~/design/message-page.server";
import { requireSubscriber } from "~/features/account/guards.server";
import { ownedProducts } from "~/features/account/product";
import { subscriptionsOrLastKnown } from "~/features/account/subscriptions.server";
import { failurePage, notReadyPage } from "./failures.server.ts";
import { reportFor } from "./made.server.ts";
import { inProgress, reportNotOwned } from "./messages.ts";

/** The profile PDF report of the subscriber's own profile, for its owners only (docs/product.md#course). */
export async function loader({ request }: LoaderFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  try {
    if (!ownedProducts(await subscriptionsOrLastKnown(subscriber)).has("profileReport"))
      return messagePage(403, reportNotOwned);
    const report = await reportFor(request, subscriber);
    if (report === "being-made") return messagePage(202, inProgress, { refresh: "1" });
    if (!report) return notReadyPage(subscriber.uid);
    const headers = new Headers({
      "cache-control": "private, no-store, no-transform",
      "content-disposition": 'attachment; filename="profile-report.pdf"',
      "content-type": "application/pdf",
    });
    if (report.length !== undefined) headers.set("content-length", String(report.length));
    if (request.method !== "HEAD") return new Response(report.body, { headers });
    await report.body.cancel();
    return new Response(null, { headers });
  } catch (error) {
    return failurePage(error);
  }
}
