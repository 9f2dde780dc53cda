import { data, redirect } from "@remix-run/node";
import { ImportsUnreadable } from "~/features/history/import-documents.server";
import { refigure } from "~/features/imports/refigure.server";
import { ThreadDied } from "~/features/imports/thread.server";
import { doneCookie } from "~/platform/session/done-cookie.server";
import { createLimit } from "~/platform/store/rate-limits.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { hourInSeconds } from "~/platform/values/durations";
import { say } from "~/platform/values/say";
import { retryAfter } from "~/platform/values/waiting";

/** It takes as long as an import, and one is enough. */
const ofSubscriber = createLimit("growth-anew", { points: 5, seconds: hourInSeconds });

const refused = (unreadable: string, status: number, headers = {}) =>
  data({ unreadable }, { status, headers });

/** Computes growth from the imports and readings where what is stored of it is damaged. */
export async function computeGrowthAnew(uid: string) {
  const wait = await ofSubscriber.take(uid);
  if (wait !== undefined)
    return refused(
      say`We have tried several times. Please try again in an hour.`,
      429,
      retryAfter(wait),
    );
  try {
    await refigure(uid, { isAwaited: true });
  } catch (error) {
    if (error instanceof ImportsUnreadable) return redirect(addresses.import, 303);
    if (!(error instanceof UpstreamError || error instanceof ThreadDied)) throw error;
    return refused(say`That did not work. Please try again in a moment.`, 503);
  }
  return redirect(addresses.growth, {
    status: 303,
    headers: { "set-cookie": doneCookie("computed") },
  });
}
