import type { LoaderFunctionArgs } from "@remix-run/node";
import { growthOf } from "~/clients/growth.server";
import { profileOrLastGood } from "~/clients/profiles.server";
import { timeZoneOf } from "~/clients/settings.server";
import { UpstreamError, unlessDown } from "~/clients/upstream.server";
import { messagePage } from "~/components/message-page.server";
import { isGrowthFile } from "~/domain/growth-series/growth-files";
import { growthSheets } from "~/domain/growth-series/sheets";
import { spanOf } from "~/domain/growth-series/span";
import { addresses } from "~/web/addresses";
import { csvAnswer } from "~/web/files/csv-answer.server";
import { requireOwnAnalysis } from "~/web/session/guards.server";

const toGrowth = { label: "Back to your growth", href: addresses.growth };

/** A chart of the growth page as a file, whole, whatever range is shown. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { uid } = await requireOwnAnalysis(request);
  const key = /([^/]*)\.csv$/.exec(new URL(request.url).pathname)?.[1];
  if (!isGrowthFile(key)) return missing();
  try {
    const { profile } = await profileOrLastGood(uid);
    const growth = profile.source === "built-in" ? await growthOf(uid) : undefined;
    if (!growth) return missing();
    const timeZone = (await unlessDown(timeZoneOf(uid))) ?? "UTC";
    const span = spanOf("all", growth, Date.now());
    return csvAnswer(key, growthSheets[key]({ growth, span, timeZone }));
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return messagePage(503, {
      art: "failing",
      title: "Something went wrong",
      text: "We cannot read your figures right now. Please try again in a moment.",
      links: [{ label: "Try again", href: new URL(request.url).pathname }, toGrowth],
    });
  }
}

const missing = () =>
  messagePage(404, {
    title: "Page not found",
    text: "There is no such file of your growth.",
    links: [toGrowth],
  });
