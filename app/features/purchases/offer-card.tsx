import { Link, useRouteLoaderData } from "@remix-run/react";
import { discountPercent, type Extra, type Offer } from "~/features/account/offer";
import type { Paper } from "~/features/report/paper";
import { addresses } from "~/platform/values/addresses";
import { dollars } from "~/platform/values/money";
import { sentences } from "~/platform/values/say";
import { buttonStyle } from "../../design/button.tsx";
import { NamedIcon } from "../../design/icons.tsx";

/** Where each extra can be downloaded. */
const downloads: Record<Extra, string> = {
  profileReport: addresses.report,
  pdfCourse: addresses.course,
  reelsPlaybook: addresses.playbook,
};

/** Addresses of their pictures. */
export const extraArt: Record<Extra, string> = {
  profileReport: "/images/cards.svg#report",
  pdfCourse: "/images/cards.svg#course",
  reelsPlaybook: "/images/playbook.svg",
};

/** A price, with the previous price and the discount. @param per the period, for plans */
export function Price({ offer, per }: { offer: Offer; per?: string | undefined }) {
  const saved = discountPercent(offer);
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
      <strong className="text-xl font-extrabold">{dollars(offer.current)}</strong>
      {per && <span> {per}</span>}{" "}
      {saved !== undefined && offer.previous !== undefined && (
        <>
          <s className="text-muted">
            <span className="sr-only">Before: </span>
            {dollars(offer.previous)}
          </s>{" "}
          <span className="rounded-full bg-green-tint px-2.5 py-0.5 text-sm font-bold text-green-ink">
            {saved}% off
          </span>
        </>
      )}
    </p>
  );
}

export function PurchasedBadge() {
  return (
    <p className="inline-flex items-center gap-1.5 rounded-full bg-green-tint px-3 py-1 text-sm font-extrabold tracking-wide text-green-ink">
      <NamedIcon name="check" className="size-4" />
      PURCHASED
    </p>
  );
}

export function DownloadButton({ extra, className = "" }: { extra: Extra; className?: string }) {
  return (
    <a href={downloads[extra]} className={buttonStyle("primary", className)}>
      <NamedIcon name="download" className="size-5" />
      {extra === "profileReport" ? (
        <>
          Download<span className="sr-only"> the report</span>
        </>
      ) : extra === "pdfCourse" ? (
        <>
          Download<span className="sr-only"> the lessons</span>
        </>
      ) : (
        <>
          Download<span className="sr-only"> the playbook</span>
        </>
      )}
    </a>
  );
}

const papers: Record<Paper, string> = sentences({ a4: "A4", "us-letter": "US Letter" });

/** Beside the report's download, on the dashboard and its dialogs: the paper that it is on, and a link to the other one. */
export function ReportPapers({ className = "" }: { className?: string }) {
  const home = useRouteLoaderData<{ reportPaper?: Paper | undefined }>(
    "features/home/routes/dashboard/route",
  );
  const paper = home?.reportPaper;
  if (!paper) return null;
  const other = paper === "a4" ? "us-letter" : "a4";
  return (
    <p className={`text-sm text-muted ${className}`}>
      It is set on {papers[paper]} paper.{" "}
      <a
        href={addresses.reportOn(other === "us-letter" ? "letter" : other)}
        className="font-semibold text-blue-ink underline"
      >
        Download it on {papers[other]}
      </a>
    </p>
  );
}

interface OfferCardProps {
  extra: Extra;
  offer: Offer;
  owned: boolean;
  /** Replaces the offer's own name. */
  title?: string;
  label?: string;
  /** With a border instead of a shadow, for backgrounds of the same colour. */
  flat?: boolean;
  /** The address of the purchase dialog. */
  buyAt: string;
}

/** An extra: with its price and a button to buy it, or PURCHASED with its download (docs/product.md#offers). */
export function OfferCard({ extra, offer, owned, title, label, flat, buyAt }: OfferCardProps) {
  return (
    <article
      className={`rounded-card bg-surface p-4 ${flat ? "border border-line" : "shadow-card"}`}
    >
      <div className="flex flex-wrap gap-4">
        <img
          src={extraArt[extra]}
          alt=""
          width="240"
          height="240"
          className="size-[80px] shrink-0"
        />
        <div className="min-w-0 flex-1 basis-36">
          {label && (
            <p className="mb-1 text-xs font-extrabold tracking-wider text-blue-ink uppercase">
              {label}
            </p>
          )}
          <h3 className="text-lg font-bold">{title ?? offer.name}</h3>
          <p className="mt-1 text-sm text-muted">{offer.summary}</p>
        </div>
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        {owned ? (
          <>
            <PurchasedBadge />
            <DownloadButton extra={extra} />
            {extra === "profileReport" && <ReportPapers className="basis-full" />}
          </>
        ) : (
          <>
            <div className="min-w-0 flex-1 basis-28">
              <Price offer={offer} />
            </div>
            <Link to={buyAt} preventScrollReset className={buttonStyle("primary", "shrink-0")}>
              Get it<span className="sr-only">: {title ?? offer.name}</span>
            </Link>
          </>
        )}
      </div>
    </article>
  );
}
