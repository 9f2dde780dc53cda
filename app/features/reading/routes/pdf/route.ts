import translations from "content:translations";
import { resolve } from "node:path";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { messagePage } from "~/design/message-page.server";
import { requireSubscriber } from "~/features/account/guards.server";
import { ownedProducts } from "~/features/account/product";
import { subscriptionsOrLastKnown } from "~/features/account/subscriptions.server";
import { findPaidPdf } from "~/features/reading/rules/paid-pdf";
import { privateFile } from "~/platform/http/files/private-file.server";
import { currentLanguage } from "~/platform/languages/languages.server";
import { editorsTranslation } from "~/platform/languages/messages.server";
import { unlessDown } from "~/platform/upstream/upstream.server";
import { pdfNotFound, pdfNotOwned, pdfUnavailable } from "./messages.ts";

/** The build writes the PDFs here, outside the folder of public files. */
const folder = resolve("build/pdf");

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
