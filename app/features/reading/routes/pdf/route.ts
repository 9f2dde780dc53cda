import translations from "content:translations";
import { resolve } from "node:path";
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { MessageProps } from "~/design/message";
import { messagePage } from "~/design/message-page.server";
import { requireSubscriber } from "~/features/account/guards.server";
import { offerAddress } from "~/features/account/offer";
import { ownedProducts } from "~/features/account/product";
import { subscriptionsOrLastKnown } from "~/features/account/subscriptions.server";
import { findPaidPdf, type PaidPdf } from "~/features/reading/rules/paid-pdf";
import { privateFile } from "~/platform/http/files/private-file.server";
import { currentLanguage } from "~/platform/languages/languages.server";
import { editorsTranslation } from "~/platform/languages/messages.server";
import { unlessDown } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { say, sentences } from "~/platform/values/say";

/** The build writes the PDFs here, outside the folder of public files. */
const folder = resolve("build/pdf");

const toDashboard = sentences({ label: "Back to home page", href: addresses.dashboard });

const pdfNotFound: MessageProps = sentences({
  title: "Page not found",
  text: "There is nothing at this address. It may have moved, or the link may be incomplete.",
  links: [toDashboard],
});

/** Whether the subscriber owns the file is not known, because the subscription service is down. */
const pdfUnavailable = ({ file }: PaidPdf): MessageProps => ({
  art: "failing",
  title: say`Something went wrong`,
  text: say`We cannot open your file right now. What you bought is safe. Please try again in a moment.`,
  links: [{ label: say`Try again`, href: addresses.pdf(file) }, toDashboard],
});

const pdfNotOwned = ({ product }: PaidPdf): MessageProps =>
  product === "pdfCourse"
    ? {
        title: say`This lesson is part of the Instagram PRO course`,
        text: say`Your account does not have the course yet. With it you can read all ten lessons.`,
        links: [{ label: say`See the course`, href: offerAddress("pdfCourse") }, toDashboard],
      }
    : {
        title: say`This is the 2025 IG Reels Playbook`,
        text: say`Your account does not have the playbook yet.`,
        links: [{ label: say`See the playbook`, href: offerAddress("reelsPlaybook") }, toDashboard],
      };

/** A lesson of the course or the playbook, for its owners only (docs/product.md#course). */
export async function loader({ request, params: { file = "" } }: LoaderFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  const pdf = findPaidPdf(file);
  if (!pdf) return messagePage(404, pdfNotFound);
  const subscriptions = await unlessDown(subscriptionsOrLastKnown(subscriber));
  if (!subscriptions) return messagePage(503, pdfUnavailable(pdf));
  if (!ownedProducts(subscriptions).has(pdf.product)) return messagePage(403, pdfNotOwned(pdf));
  const isTranslated = editorsTranslation(translations)?.books[pdf.file] !== undefined;
  const ofLanguage = isTranslated ? currentLanguage() : "";
  return privateFile(request, resolve(folder, ofLanguage, pdf.file), {
    type: "application/pdf",
    saveAs: pdf.saveAs,
  });
}
