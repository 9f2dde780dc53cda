import { env } from "~/env.server";
import type { Breach, BreachResult } from "~/features/safety/breach";
import { breachesOf, TooManyRequests } from "~/features/safety/breaches.server";
import { reportEvent } from "~/features/tracking/events.server";
import { log } from "~/platform/monitoring/log.server";
import { sessionMilliseconds } from "~/platform/session/session.server";
import { createCache } from "~/platform/store/cache.server";
import { onChange } from "~/platform/store/change-notices.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";

interface Session {
  sessionId: string;
  email: string;
  userAgent: string;
}

/** One check per session (docs/product.md#password-safety): kept until every session of now has ended. Failures are not cached. */
const checks = createCache<readonly Breach[]>("breach-checks", {
  ttl: sessionMilliseconds,
  maxBytes: 16 * 1_048_576,
});

/**
 * Looks up the session's own e-mail address in known breaches. Calls the breach service once per session, also for
 * parallel requests, and reports the events of docs/product.md#events. An outage is a result, not a rejection.
 */
export async function checkBreaches(session: Session): Promise<BreachResult> {
  try {
    const breaches = await checks.get(session.sessionId, () => ask(session));
    return { outcome: "checked", breaches };
  } catch (error) {
    if (error instanceof TooManyRequests) return { outcome: "rate-limited" };
    if (error instanceof UpstreamError) return { outcome: "failed" };
    throw error;
  }
}

/** docs/product.md#password-safety: a log-out deletes the session's result. */
export function forgetBreachCheck(sessionId: string): void {
  checks.drop(sessionId);
}
onChange("session", forgetBreachCheck);

async function ask({ email, userAgent }: Session): Promise<readonly Breach[]> {
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
