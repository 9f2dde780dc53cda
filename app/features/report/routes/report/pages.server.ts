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
import { addresses } from "~/platform/values/addresses";
import { sentences } from "~/platform/values/say";

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

const busy: MessageProps = sentences({
  art: "waiting",
  title: "Many reports are being made right now",
  text: "What you bought is safe. Please try again in half a minute.",
  links: [{ label: "Try again", href: addresses.report }, toDashboard],
});

/** The figures that it needs are damaged; the growth page computes them again. */
const growthUnreadable: MessageProps = sentences({
  art: "failing",
  title: "Your growth has to be computed again",
  text: "The stored figures of your growth are damaged, so your report cannot be made. They can be computed again on the growth page. What you bought is safe.",
  links: [{ label: "Go to my growth", href: addresses.growth }, toDashboard],
});

const failed: MessageProps = sentences({
  art: "failing",
  title: "Something went wrong",
  text: "We could not create your report right now. What you bought is safe. Please try again in a moment.",
  links: [{ label: "Try again", href: addresses.report }, toDashboard],
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
export function failurePage(error: unknown): Response {
  if (error instanceof GrowthUnreadable) return messagePage(503, growthUnreadable);
  if (error instanceof UpstreamError)
    return messagePage(error.kind === "timeout" ? 504 : 502, failed);
  if (!(error instanceof ReportFailed)) throw error;
  if (error.kind === "busy") return messagePage(503, busy, { "retry-after": "30" });
  reportUnexpected(error);
  return messagePage(error.kind === "late" ? 504 : 500, failed);
}
