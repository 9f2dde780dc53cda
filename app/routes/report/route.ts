import type { LoaderFunctionArgs } from "@remix-run/node";
import { openReport } from "~/clients/reports.server";
import { subscriptionsOf } from "~/clients/subscriptions.server";
import { UpstreamError } from "~/clients/upstream.server";
import { messagePage } from "~/components/message-page.server";
import { ownedProducts } from "~/domain/product";
import stylesheet from "~/styles.css?url";
import { addresses } from "~/web/addresses";
import { requireSubscriber } from "~/web/guards.server";

const tryAgain = { label: "Try again", href: addresses.report };
const toDashboard = { label: "Back to home page", href: addresses.dashboard };

/** The profile PDF report of the subscriber's own profile, for its owners only (contract 9). */
export async function loader({ request }: LoaderFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  try {
    if (!ownedProducts(await subscriptionsOf(subscriber)).has("profileReport"))
      return page(403, {
        title: "This is the profile PDF report",
        text: "Your account does not have the report yet. With it you can keep your figures, your top posts and every recommendation in one file.",
        links: [{ label: "See the report", href: addresses.offer("profileReport") }, toDashboard],
      });
    const report = await openReport(subscriber);
    if (!report)
      return page(404, {
        title: "Your report is not ready yet",
        text: "It is made from the analysis of your profile, which has not finished. Come back when your figures are there.",
        links: [{ label: "See the analysis", href: addresses.analytics }, toDashboard],
      });
    const headers = new Headers({
      "cache-control": "private, no-store, no-transform",
      "content-disposition": 'attachment; filename="profile-report.pdf"',
      "content-type": "application/pdf",
    });
    if (report.length !== undefined) headers.set("content-length", String(report.length));
    return new Response(report.body, { headers });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return page(error.kind === "timeout" ? 504 : 502, {
      art: "failing",
      title: "Something went wrong",
      text: "We could not make your report right now. What you bought is safe. Please try again in a moment.",
      links: [tryAgain, toDashboard],
    });
  }
}

const page = (status: number, message: Omit<Parameters<typeof messagePage>[0], "stylesheet">) =>
  new Response(messagePage({ stylesheet, ...message }), {
    status,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
  });
