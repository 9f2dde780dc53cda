import type { LoaderFunctionArgs } from "@remix-run/node";
import { subscriptionsOrLastKnown } from "~/clients/subscriptions.server";
import { UpstreamError } from "~/clients/upstream.server";
import { messagePage } from "~/components/message-page.server";
import { ownedProducts } from "~/domain/product";
import { reportWithin } from "~/services/report.server";
import { requireSubscriber } from "~/web/session/guards.server";
import { failed, inProgress, notOwned, notReady } from "./messages.ts";

/** Milliseconds after which a browser gets a page that waits. A client that accepts no HTML waits for the file. */
const waitingPageAfter = 3_500;

/** The profile PDF report of the subscriber's own profile, for its owners only (contract 9). */
export async function loader({ request }: LoaderFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  try {
    if (!ownedProducts(await subscriptionsOrLastKnown(subscriber)).has("profileReport"))
      return messagePage(403, notOwned);
    const acceptsHtml = request.headers.get("accept")?.includes("text/html");
    const patience = acceptsHtml ? waitingPageAfter : undefined;
    const report = await reportWithin(subscriber, { patience, signal: request.signal });
    if (report === "being-made") return messagePage(202, inProgress, { refresh: "1" });
    if (!report) return messagePage(404, notReady);
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
    if (!(error instanceof UpstreamError)) throw error;
    return messagePage(error.kind === "timeout" ? 504 : 502, failed);
  }
}
