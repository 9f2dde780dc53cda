import { readDataBlock } from "./data-block.ts";
import type { ErrorReport, ReporterSettings } from "./error-reports.ts";

/** Reports that one page may send, so that an error in a loop does not flood the service. */
const maxReports = 10;

/**
 * Loads the error reporter at the first uncaught error. Does nothing if no DSN is set. The page's requests to
 * this app carry its trace id, so that an error here and its cause on the server can be matched. Errors whose page is
 * left before the reporter is there are reported by the tab's next page that reports, with that page's trace.
 */
export function watchErrors(): void {
  const settings = readDataBlock("profile-analyzer-error-reports") as ReporterSettings | undefined;
  if (!settings) return;
  const traceId = hexadecimal(16);
  const unsent = new Set<unknown>();
  let reports = 0;
  async function report(error: unknown) {
    reports += 1;
    if (reports > maxReports || !settings) return;
    unsent.add(error);
    await import(/* @vite-ignore */ settings.script);
    // If this page was left and restored meanwhile, the error was already handed to the next page.
    if (!unsent.delete(error)) return;
    const detail: ErrorReport = { error, traceId, settings };
    dispatchEvent(new CustomEvent("error-report", { detail }));
  }
  const reportInBackground = (error: unknown) => void report(error).catch(() => {});
  addEventListener("error", ({ error, message }) =>
    reportInBackground(error ?? new Error(message)),
  );
  addEventListener("unhandledrejection", ({ reason }) => reportInBackground(reason));
  addEventListener("pagehide", () => {
    leave(unsent);
    unsent.clear();
  });
  for (const error of leftByPageBefore()) reportInBackground(error);
  addTraceHeader(traceId);
}

function leave(errors: ReadonlySet<unknown>): void {
  const left = [...errors].filter((error) => error instanceof Error);
  try {
    if (left.length > 0)
      sessionStorage.unsentErrors = JSON.stringify(left, ["name", "message", "stack"]);
  } catch {
    // The browser allows no storage.
  }
}

function leftByPageBefore(): Error[] {
  try {
    const left: Error[] = JSON.parse(sessionStorage.unsentErrors ?? "[]");
    sessionStorage.removeItem("unsentErrors");
    return left.map((error) => Object.assign(new Error(), error));
  } catch {
    return [];
  }
}

function addTraceHeader(traceId: string): void {
  const { fetch } = window;
  window.fetch = (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).origin === location.origin)
      request.headers.set("sentry-trace", `${traceId}-${hexadecimal(8)}`);
    return fetch.call(window, request);
  };
}

function hexadecimal(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
