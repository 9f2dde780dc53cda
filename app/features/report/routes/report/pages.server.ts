import type { MessageProps } from "~/design/message";
import { messagePage } from "~/design/message-page.server";
import { env } from "~/env.server";
import { offerAddress } from "~/features/account/offer";
import { mayConnect, mayImport } from "~/features/analysis/profile";
import { profileOf } from "~/features/analysis/profiles.server";
import { GrowthUnreadable } from "~/features/growth/growth.server";
import { ReportFailed } from "~/features/report/services/threads.server";
import { reportUnexpected } from "~/platform/monitoring/error-reports.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";
import { addresses, queryOf } from "~/platform/values/addresses";
import { say, sentences } from "~/platform/values/say";

const toDashboard = sentences({ label: "Back to home page", href: addresses.dashboard });

export const reportNotOwned: MessageProps = sentences({
  title: "This is the profile PDF report",
  text: "Your account does not have the report yet. With it you can keep your figures, your top posts and every recommendation in one file.",
  links: [{ label: "See the report", href: offerAddress("profileReport") }, toDashboard],
});

export const inProgress: MessageProps = sentences({
  art: "waiting",
  title: "Your report is being prepared",
  text: "It is made from your latest figures. The download will start automatically in a few seconds.",
  links: [toDashboard],
});

const notReady: MessageProps = sentences({
  title: "Your report is not ready yet",
  text: "It is made from the analysis of your profile, which has not finished. Please come back when your figures are ready.",
  links: [{ label: "See the analysis", href: addresses.analytics }, toDashboard],
});

/** Where no figures are yet, and the subscriber brings them. */
const needsFigures: MessageProps = sentences({
  title: "Your report begins with your figures",
  text: "It is made from your Instagram export or your connected account. Bring us one of them, and your report is ready at once.",
  links: [{ label: "Get started", href: addresses.analytics }, toDashboard],
});

/** Of which report it is told that it could not be made. */
interface Asked {
  request: Request;
  address: typeof addresses.report | typeof addresses.exampleReport;
}

/** Asks for the same report on the same paper. */
function linksOf({ request, address }: Asked): MessageProps["links"] {
  const paper = queryOf(request).get("paper");
  const href = paper === null ? address : `${address}?${new URLSearchParams({ paper })}`;
  return [{ label: say`Try again`, href }, toDashboard];
}

/** Nobody has bought the example. */
const isBought = ({ address }: Asked): boolean => address === addresses.report;

const busy = (asked: Asked): MessageProps => ({
  art: "waiting",
  title: say`Many reports are being made right now`,
  text: isBought(asked)
    ? say`What you bought is safe. Please try again in half a minute.`
    : say`Please try again in a minute.`,
  links: linksOf(asked),
});

/** The figures that it needs are damaged; the growth page computes them again. */
const growthUnreadable: MessageProps = sentences({
  art: "failing",
  title: "Your growth has to be computed again",
  text: "The stored figures of your growth are damaged, so your report cannot be made. They can be computed again on the growth page. What you bought is safe.",
  links: [{ label: "Go to my growth", href: addresses.growth }, toDashboard],
});

const failed = (asked: Asked): MessageProps => ({
  art: "failing",
  title: say`Something went wrong`,
  text: isBought(asked)
    ? say`We could not create your report right now. What you bought is safe. Please try again in a moment.`
    : say`The fault is on our side. Please try again in a moment.`,
  links: linksOf(asked),
});

/** Where there is nothing to report on: who may bring their figures is told how. */
export async function notReadyPage(uid: string): Promise<Response> {
  if (env.REPORT_SOURCE === "outside") return messagePage(404, notReady);
  const profile = await profileOf(uid);
  const sources = env.ANALYSIS_SOURCES;
  const isTheirs =
    profile.source === "none" && (mayImport(sources, profile) || mayConnect(sources, profile));
  return messagePage(404, isTheirs ? needsFigures : notReady);
}

/** @throws what is no failure of a report */
export function failurePage(error: unknown, asked: Asked): Response {
  if (error instanceof GrowthUnreadable) return messagePage(503, growthUnreadable);
  if (error instanceof UpstreamError)
    return messagePage(error.kind === "timeout" ? 504 : 502, failed(asked));
  if (!(error instanceof ReportFailed)) throw error;
  if (error.kind === "busy") return messagePage(503, busy(asked), { "retry-after": "30" });
  reportUnexpected(error);
  return messagePage(error.kind === "late" ? 504 : 500, failed(asked));
}
