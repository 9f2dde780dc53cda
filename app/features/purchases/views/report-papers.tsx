import { useRouteLoaderData } from "@remix-run/react";
import type { Paper } from "~/features/report/paper";
import { addresses } from "~/platform/values/addresses";
import { sentences } from "~/platform/values/say";

const names: Record<Paper, string> = sentences({ a4: "A4", "us-letter": "US Letter" });

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
      It is set on {names[paper]} paper.{" "}
      <a
        href={addresses.reportOn(other === "us-letter" ? "letter" : other)}
        className="font-semibold text-blue-ink underline"
      >
        Download it on {names[other]}
      </a>
    </p>
  );
}
