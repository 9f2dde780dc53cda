import { messagePage } from "~/design/message-page.server";
import { env } from "~/env.server";
import { mayConnect, mayImport } from "~/features/analysis/profile";
import { profileOf } from "~/features/analysis/profiles.server";
import { GrowthUnreadable } from "~/features/growth/growth.server";
import { ReportFailed } from "~/features/report/services/threads.server";
import { reportUnexpected } from "~/platform/monitoring/error-reports.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";
import { busy, failed, growthUnreadable, needsFigures, notReady } from "./messages.ts";

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
