import { readDataBlock } from "./data-block.ts";
import type { ErrorReport, ReporterSettings } from "./error-reports.ts";

/** Reports a page may send: an error in a loop is one error. */
const mostReports = 10;

/**
 * Waits for errors and loads the reporter with the first one; does nothing where no DSN is set. The page's
 * requests to this app carry its trace, so that an error here and its cause on the server are found together.
 */
export function watchErrors(): void {
  const settings = readDataBlock("error-reports") as ReporterSettings | undefined;
  if (!settings) return;
  const traceId = hexadecimal(16);
  let reports = 0;
  async function report(error: unknown) {
    reports += 1;
    if (reports > mostReports || !settings) return;
    await import(/* @vite-ignore */ settings.script);
    const detail: ErrorReport = { error, traceId, settings };
    dispatchEvent(new CustomEvent("error-report", { detail }));
  }
  // Where the reporter cannot be loaded either there is nobody left to tell.
  const tell = (error: unknown) => void report(error).catch(() => {});
  addEventListener("error", ({ error, message }) => tell(error ?? new Error(message)));
  addEventListener("unhandledrejection", ({ reason }) => tell(reason));
  carryTrace(traceId);
}

function carryTrace(traceId: string): void {
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
