import { env } from "~/env.server";
import { builtInReport } from "~/features/report/services/built-in.server";
import { reportWithin } from "~/features/report/services/report.server";
import type { FetchedReport } from "~/features/report/store/reports.server";
import { queryOf } from "~/platform/values/addresses";

/** Milliseconds after which a browser gets a page that waits. A client that accepts no HTML waits for the file. */
const waitingPageAfter = 3_500;

/** The report as `REPORT_SOURCE` says (docs/product.md#sources); undefined where there is nothing to report on. */
export function reportFor(
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
