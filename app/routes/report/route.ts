import type { LoaderFunctionArgs } from "@remix-run/node";
import { subscriptionsOrLastKnown } from "~/clients/subscriptions.server";
import { UpstreamError } from "~/clients/upstream.server";
import { messagePage } from "~/components/message-page.server";
import { ownedProducts } from "~/domain/product";
import { reportWithin } from "~/services/report.server";
import { addresses } from "~/web/addresses";
import { requireSubscriber } from "~/web/session/guards.server";

const tryAgain = { label: "Try again", href: addresses.report };
const toDashboard = { label: "Back to home page", href: addresses.dashboard };

/** Milliseconds after which a browser is shown that it waits; a program that takes no page waits for the file. */
const pagePatience = 3_500;

/** The profile PDF report of the subscriber's own profile, for its owners only (contract 9). */
export async function loader({ request }: LoaderFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  try {
    if (!ownedProducts(await subscriptionsOrLastKnown(subscriber)).has("profileReport"))
      return messagePage(403, {
        title: "This is the profile PDF report",
        text: "Your account does not have the report yet. With it you can keep your figures, your top posts and every recommendation in one file.",
        links: [{ label: "See the report", href: addresses.offer("profileReport") }, toDashboard],
      });
    const asked = request.headers.get("accept") ?? "";
    const patience = asked.includes("text/html") ? pagePatience : undefined;
    const report = await reportWithin(subscriber, { patience, signal: request.signal });
    if (report === "being-made")
      return messagePage(
        202,
        {
          art: "waiting",
          title: "Your report is being made",
          text: "It is drawn from your latest figures, and its download starts by itself in a few seconds.",
          links: [toDashboard],
        },
        { refresh: "1" },
      );
    if (!report)
      return messagePage(404, {
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
    if (request.method !== "HEAD") return new Response(report.body, { headers });
    await report.body.cancel();
    return new Response(null, { headers });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return messagePage(error.kind === "timeout" ? 504 : 502, {
      art: "failing",
      title: "Something went wrong",
      text: "We could not make your report right now. What you bought is safe. Please try again in a moment.",
      links: [tryAgain, toDashboard],
    });
  }
}
