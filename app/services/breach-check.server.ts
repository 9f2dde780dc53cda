import { breachesOf, TooManyRequests } from "~/clients/breaches.server";
import { createCache } from "~/clients/cache.server";
import { onChange } from "~/clients/change-notices.server";
import { reportEvent } from "~/clients/events.server";
import { log } from "~/clients/log.server";
import { UpstreamError } from "~/clients/upstream.server";
import type { Breach, BreachResult } from "~/domain/breach";
import { env } from "~/env.server";

interface Checked {
  sessionId: string;
  email: string;
  userAgent: string;
}

/** One check a session (spec 4): five hours outlive any session, and a failed check is not kept. */
const checks = createCache<readonly Breach[]>("breach-checks", {
  ttl: 5 * 60 * 60_000,
  maxBytes: 16 * 1_048_576,
});

/**
 * Whether the session's own address is in known breaches. Asks once for each session, however often and in
 * parallel the page is opened, and reports the spec's events (spec 7). Never rejects for an outage.
 */
export async function checkBreaches(whose: Checked): Promise<BreachResult> {
  try {
    return { outcome: "checked", breaches: await checks.get(whose.sessionId, () => ask(whose)) };
  } catch (error) {
    if (error instanceof TooManyRequests) return { outcome: "rate-limited" };
    if (error instanceof UpstreamError) return { outcome: "failed" };
    throw error;
  }
}

/** Log-out clears what the session knew (spec 4). */
export function forgetBreachCheck(sessionId: string): void {
  checks.drop(sessionId);
}
onChange("session", forgetBreachCheck);

async function ask({ email, userAgent }: Checked): Promise<readonly Breach[]> {
  const about = { userAgent, host: new URL(env.APP_ORIGIN).host, project: "metricgurus", email };
  try {
    const { status, breaches } = await breachesOf(email);
    reportEvent({
      event: "Pwned success response",
      breachedSitesCount: breaches.length,
      status,
      ...about,
    });
    return breaches;
  } catch (error) {
    if (error instanceof TooManyRequests) {
      log.warn(error.message);
      reportEvent({
        event: "Pwned rate limit error",
        error: error.message,
        status: error.status,
        ...about,
      });
    } else if (error instanceof UpstreamError) {
      const { name, message, kind, status = null } = error;
      reportEvent({
        event: "Pwned error",
        error: JSON.stringify({ name, message, kind }),
        status,
        ...about,
      });
    }
    throw error;
  }
}
