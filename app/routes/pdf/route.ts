import { resolve } from "node:path";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { subscriptionsOrLastKnown } from "~/clients/subscriptions.server";
import { UpstreamError } from "~/clients/upstream.server";
import { messagePage } from "~/components/message-page.server";
import { findPaidPdf, type PaidPdf } from "~/domain/paid-pdf";
import { ownedProducts } from "~/domain/product";
import { addresses } from "~/web/addresses";
import { privateFile } from "~/web/files/private-file.server";
import { requireSubscriber } from "~/web/session/guards.server";

/** Where the build typesets the PDFs: outside of the folder whose files anyone may fetch. */
const folder = resolve("build/pdf");

const toDashboard = { label: "Back to home page", href: addresses.dashboard };

/** A lesson of the course or the playbook, for its owners only (contract 9). */
export async function loader({ request, params: { file = "" } }: LoaderFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  const pdf = findPaidPdf(file);
  if (!pdf)
    return messagePage(404, {
      title: "Page not found",
      text: "There is nothing at this address. It may have moved, or the link may be incomplete.",
      links: [toDashboard],
    });
  try {
    const owned = ownedProducts(await subscriptionsOrLastKnown(subscriber));
    if (!owned.has(pdf.product)) return messagePage(403, notYours(pdf));
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return messagePage(503, {
      art: "failing",
      title: "Something went wrong",
      text: "We cannot open your file right now. What you bought is safe. Please try again in a moment.",
      links: [{ label: "Try again", href: addresses.pdf(pdf.file) }, toDashboard],
    });
  }
  return privateFile(request, resolve(folder, pdf.file), {
    type: "application/pdf",
    saveAs: pdf.saveAs,
  });
}

function notYours({ product }: PaidPdf) {
  return product === "pdfCourse"
    ? {
        title: "This lesson is part of the Instagram PRO course",
        text: "Your account does not have the course yet. With it you can read all ten lessons.",
        links: [{ label: "See the course", href: addresses.offer("pdfCourse") }, toDashboard],
      }
    : {
        title: "This is the 2025 IG Reels Playbook",
        text: "Your account does not have the playbook yet.",
        links: [{ label: "See the playbook", href: addresses.offer("reelsPlaybook") }, toDashboard],
      };
}
