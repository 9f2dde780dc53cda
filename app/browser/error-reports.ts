import {
  BrowserClient,
  defaultStackParser,
  linkedErrorsIntegration,
  makeFetchTransport,
  Scope,
} from "@sentry/remix";
import { redactedEvent } from "../domain/error-report.ts";

/** What the server tells the page, where a DSN is set. */
export interface ReporterSettings {
  /** The address of this script. */
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

// Loaded by the page's first error: errors only, no tracing, no breadcrumbs, no sessions.
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
  const made = new Scope();
  made.setClient(client);
  made.setContext("app", app);
  made.setPropagationContext({ traceId, sampleRand: Math.random() });
  client.init();
  return made;
}
