import {
  BrowserClient,
  defaultStackParser,
  linkedErrorsIntegration,
  makeFetchTransport,
  Scope,
} from "@sentry/remix";
import { redactedEvent } from "../values/error-report.ts";

/** Rendered into the page by the server if a DSN is set. */
export interface ReporterSettings {
  /** The URL of this script. */
  script: string;
  dsn: string;
  release?: string | undefined;
  environment: string;
  app: Record<string, string>;
}

export interface ErrorReport {
  error: unknown;
  traceId: string;
  settings: ReporterSettings;
}

let scope: Scope | undefined;

// Loaded at the page's first error. Reports errors only: no tracing, breadcrumbs or sessions.
addEventListener("error-report", (event) => {
  const { error, traceId, settings } = (event as CustomEvent<ErrorReport>).detail;
  scope ??= reporterScope(settings, traceId);
  scope.captureException(error, { mechanism: { handled: false, type: "generic" } });
});

function reporterScope({ dsn, release, environment, app }: ReporterSettings, traceId: string) {
  const client = new BrowserClient({
    dsn,
    release,
    environment,
    transport: makeFetchTransport,
    stackParser: defaultStackParser,
    integrations: [linkedErrorsIntegration()],
    sendClientReports: false,
    beforeSend: (event) => (redactedEvent(event) ?? null) as typeof event | null,
  });
  const created = new Scope();
  created.setClient(client);
  created.setContext("app", app);
  created.setPropagationContext({ traceId, sampleRand: Math.random() });
  client.init();
  return created;
}
