import type { IncomingMessage, ServerResponse } from "node:http";
import type * as Sentry from "@sentry/node-core/light";
import { log } from "~/clients/log.server";
import { appName, redactedEvent, reportEnvironments, traceSampleRate } from "~/domain/error-report";
import type { System } from "~/domain/systems";
import { env } from "~/env.server";

/** What a report says of the build and where it runs. */
const reportSource = {
  release: env.RELEASE,
  environment: reportEnvironments[env.APP_ENV],
  app: {
    app_name: appName,
    app_version: env.RELEASE ?? "unknown",
    build_time: String(import.meta.env.VITE_BUILD_TIME ?? "unknown"),
  },
};

/** What the browser's reporter needs; undefined where nothing is reported. */
export const reporterSettings = () =>
  env.SENTRY_DSN === undefined ? undefined : { dsn: env.SENTRY_DSN, ...reportSource };

let sentry: typeof Sentry | undefined;

/**
 * Loads Sentry, where there is a DSN to report to. Neither its Remix wrapper nor its automatic
 * instrumentation: those put trace data into every page, so that none could be cached, and name
 * spans by whole addresses.
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

/** The one place that hears of errors nobody expected: a log line and, with a DSN, a report. */
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

/** Runs a request inside a trace; one that began in a page of this app goes on here. */
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
  // Without the flag after the ids, so that no client decides what is sampled.
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

/** Shows a call to an outside system in its request's trace. */
export function traceCall<T>(system: System, run: () => Promise<T>): Promise<T> {
  if (!sentry?.getActiveSpan()) return run();
  return sentry.startSpan({ name: system, op: "http.client" }, run);
}

/** Resolves when all reports have gone, or after `patience` milliseconds. */
export async function flushErrorReports(patience = 2_000): Promise<void> {
  await sentry?.flush(patience);
}
