import { Form, Link, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { buttonStyle, SubmitButton } from "~/design/button";
import { FormToken } from "~/design/form-token";
import type { Extra } from "~/features/account/offer";
import type { Product } from "~/features/account/product";
import { DownloadButton, PurchasedBadge } from "~/features/purchases/offer-card";
import { ReportPapers } from "~/features/purchases/views/report-papers";
import { sentences } from "~/platform/values/say";

const isExtra = (product: Product): product is Extra =>
  product !== "premiumOneMonth" && product !== "giftOneMonth";

const nextStep: Record<Product, string> = sentences({
  profileReport: "Your report is made from your latest analysis each time you download it.",
  pdfCourse: "All ten lessons are waiting for you. Start with the bio: it is the quickest win.",
  reelsPlaybook: "Your playbook is ready to download.",
  premiumOneMonth: "Your Premium Plan is active. You can find it in My Plan.",
  giftOneMonth: "Your free month has begun. You can find it in My Plan.",
});

export function Bought({ product, closeTo }: { product: Product; closeTo: string }) {
  return (
    <div className="mt-6 flex flex-col gap-3">
      {isExtra(product) && <DownloadButton extra={product} />}
      {product === "profileReport" && <ReportPapers className="text-center" />}
      <Link
        to={closeTo}
        preventScrollReset
        className={buttonStyle(isExtra(product) ? "quiet" : "primary")}
      >
        Done
      </Link>
    </div>
  );
}

/** What has become of the order, for a live region that is on the page already. */
export function BoughtNotice({ product }: { product: Product }) {
  return (
    <>
      <PurchasedBadge />
      <p className="mt-3 text-muted">{nextStep[product]}</p>
    </>
  );
}

/** Milliseconds between two checks of whether the purchase is complete. */
const pollInterval = 3_000;

/** The payment service has not answered yet, or the subscription does not show the purchase yet. */
export function AwaitedNotice() {
  return (
    <div className="rounded-2xl bg-tint p-4">
      <p className="flex items-center gap-3 font-bold">
        <span className="spinner text-blue-ink" aria-hidden="true" />
        We are completing your purchase
      </p>
      <p className="mt-2 text-sm">
        The payment service has not confirmed it yet. This page updates automatically, and you may
        leave it: we will keep trying. You are charged only once, however often you try.
      </p>
    </div>
  );
}

/** Asks again, by itself and at a press. */
export function PurchasePending() {
  const { revalidate } = useRevalidator();
  const busy = useNavigation().formMethod === "POST";
  useEffect(() => {
    const timer = setInterval(revalidate, pollInterval);
    return () => clearInterval(timer);
  }, [revalidate]);
  return (
    <div>
      <noscript>
        <meta httpEquiv="refresh" content="10" />
      </noscript>
      <Form method="post" className="mt-6">
        <FormToken />
        <SubmitButton tone="quiet" busy={busy} disabled={busy}>
          Try again now
        </SubmitButton>
      </Form>
    </div>
  );
}
