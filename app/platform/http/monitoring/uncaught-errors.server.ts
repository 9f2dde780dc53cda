import { reportUnexpected } from "~/platform/monitoring/error-reports.server";

/**
 * Codes of a broken connection. Such an error is emitted in an event-loop turn of its own, so that no other code was
 * interrupted by it.
 */
const brokenConnection = new Set([
  ...["ECONNABORTED", "ECONNRESET", "EPIPE", "ETIMEDOUT"],
  ...["ERR_STREAM_DESTROYED", "ERR_STREAM_PREMATURE_CLOSE"],
]);

/**
 * Reports every uncaught error. A rejected promise or a broken connection affects one request only, and the process goes
 * on. Any other error ends the process, since its state may be corrupt (DECISIONS.md).
 * @param shutDown finishes the work in progress, then exits with a failure code
 */
export function handleUncaughtErrors(shutDown: () => void): void {
  process.on("unhandledRejection", (reason) => reportUnexpected(reason));
  process.on("uncaughtException", (error: NodeJS.ErrnoException) => {
    reportUnexpected(error);
    if (!brokenConnection.has(error?.code ?? "")) shutDown();
  });
}
