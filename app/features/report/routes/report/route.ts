import type { LoaderFunctionArgs } from "@remix-run/node";
import { messagePage } from "~/design/message-page.server";
import { env } from "~/env.server";
import { requireSubscriber } from "~/features/account/guards.server";
import { ownedProducts } from "~/features/account/product";
import { subscriptionsOrLastKnown } from "~/features/account/subscriptions.server";
import { builtInReport } from "~/features/report/services/built-in.server";
import { reportWithin } from "~/features/report/services/report.server";
import type { FetchedReport } from "~/features/report/store/reports.server";
import { addresses, queryOf } from "~/platform/values/addresses";
import { failurePage, inProgress, notReadyPage, reportNotOwned } from "./pages.server.ts";

/** Milliseconds after which a browser gets a page that waits. A client that accepts no HTML waits for the file. */
const waitingPageAfter = 3_500;

/** The report as `REPORT_SOURCE` says (docs/product.md#sources); undefined where there is nothing to report on. */
function reportFor(
  request: Request,
  subscriber: { uid: string; email: string },
): Promise<FetchedReport | undefined | "being-made"> {
  const acceptsHtml = request.headers.get("accept")?.includes("text/html");
  const waiting = {
    patience: acceptsHtml ? waitingPageAfter : undefined,
    signal: request.signal,
  };
  if (env.REPORT_SOURCE === "outside") return reportWithin(subscriber, waiting);
  return builtInReport(subscriber.uid, queryOf(request).get("paper"), waiting);
}

/** The profile PDF report of the subscriber's own profile, for its owners only (docs/product.md#course). */
export async function loader({ request }: LoaderFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  try {
    if (!ownedProducts(await subscriptionsOrLastKnown(subscriber)).has("profileReport"))
      return messagePage(403, reportNotOwned);
    const report = await reportFor(request, subscriber);
    if (report === "being-made") return messagePage(202, inProgress, { refresh: "1" });
    if (!report) return await notReadyPage(subscriber.uid);
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
    return failurePage(error, { request, address: addresses.report });
  }
}
