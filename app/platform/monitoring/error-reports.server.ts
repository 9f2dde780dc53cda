import type { IncomingMessage, ServerResponse } from "node:http";
import type * as Sentry from "@sentry/node-core/light";
import { env } from "~/env.server";
import { log } from "~/platform/monitoring/log.server";
import {
  appName,
  redactedEvent,
  reportEnvironments,
  traceSampleRate,
} from "~/platform/values/error-report";
import type { System } from "~/platform/values/systems";

/** Build and environment, part of every report. */
const reportSource = {
  release: env.RELEASE,
  environment: reportEnvironments[env.APP_ENV],
  app: {
    app_name: appName,
    app_version: env.RELEASE ?? "unknown",
    build_time: String(import.meta.env.VITE_BUILD_TIME ?? "unknown"),
  },
};

/** Settings for error reports from the browser; undefined if reports are off. */
export const reporterSettings = () =>
  env.SENTRY_DSN === undefined ? undefined : { dsn: env.SENTRY_DSN, ...reportSource };

let sentry: typeof Sentry | undefined;

/**
 * Loads Sentry if there is a DSN. Does not use its Remix wrapper or automatic instrumentation: they put trace data into
 * every page, so that none could be cached, and name spans by full URLs, which may contain personal data.
 */
export async function startErrorReports(): Promise<void> {
  if (!env.SENTRY_DSN) return;
  const loaded = await import("@sentry/node-core/light");
  const { createTransport, functionToStringIntegration, linkedErrorsIntegration } = loaded;
  const { app, ...source } = reportSource;
  loaded.initWithoutDefaultIntegrations({
    ...source,
    dsn: env.SENTRY_DSN,
    tracesSampleRate: traceSampleRate,
    integrations: [functionToStringIntegration(), linkedErrorsIntegration()],
    initialScope: { contexts: { app } },
    includeServerName: false,
    sendClientReports: false,
    maxBreadcrumbs: 0,
    tracePropagationTargets: [],
    beforeBreadcrumb: () => null,
    beforeSend: (event) => (redactedEvent(event) ?? null) as typeof event | null,
    beforeSendTransaction: (event) => (redactedEvent(event) ?? null) as typeof event | null,
    transport: (options) =>
      createTransport({ ...options, bufferSize: 32 }, async ({ body }) => {
        const response = await fetch(options.url, {
          method: "POST",
          headers: { ...options.headers },
          body: body as BodyInit,
          redirect: "manual",
          signal: AbortSignal.timeout(4_000),
        });
        await response.body?.cancel();
        return {
          statusCode: response.status,
          headers: {
            "x-sentry-rate-limits": response.headers.get("x-sentry-rate-limits"),
            "retry-after": response.headers.get("retry-after"),
          },
        };
      }),
  });
  sentry = loaded;
}

const reported = new WeakSet<object>();

/** The only place that reports unexpected errors: writes a log line and, with a DSN, sends a report. Once per error. */
export function reportUnexpected(
  error: unknown,
  { requestId, route }: { requestId?: string | undefined; route?: string | undefined } = {},
): void {
  if (typeof error === "object" && error !== null) {
    if (reported.has(error)) return;
    reported.add(error);
  }
  log.error(
    {
      requestId,
      route,
      ...(error instanceof Error
        ? { error: error.name, stack: error.stack }
        : { error: "unknown" }),
    },
    "unexpected error",
  );
  sentry?.captureException(error, { tags: { requestId, route } });
}

const untraced = new Set(["/healthz", "/readyz", "/assets/*", "*"]);

/** Runs a request in a trace. Continues the trace of the page that sent it, if the page is this app's. */
export function traceRequest(
  route: string,
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  if (!sentry || untraced.has(route)) {
    next();
    return;
  }
  const { continueTrace, startSpanManual, getSpanStatusFromHttpCode } = sentry;
  const { "sentry-trace": trace, "sec-fetch-site": site } = request.headers;
  // Drops the sampling flag after the ids, so that a client cannot force sampling.
  const [sentryTrace] =
    (site === "same-origin" && /^[\da-f]{32}-[\da-f]{16}/.exec(String(trace))) || [];
  continueTrace({ sentryTrace, baggage: undefined }, () =>
    startSpanManual(
      {
        name: `${request.method} ${route}`,
        op: "http.server",
        attributes: { "sentry.source": "route" },
      },
      (span) => {
        response.once("close", () => {
          span.setStatus(getSpanStatusFromHttpCode(response.statusCode));
          span.end();
        });
        next();
      },
    ),
  );
}

/** Adds a call to an outside system to its request's trace. */
export function traceCall<T>(system: System, run: () => Promise<T>): Promise<T> {
  if (!sentry?.getActiveSpan()) return run();
  return sentry.startSpan({ name: system, op: "http.client" }, run);
}

/** Resolves when all reports have been sent, or after `timeout` milliseconds. */
export async function flushErrorReports(timeout: number): Promise<void> {
  await sentry?.flush(timeout);
}
