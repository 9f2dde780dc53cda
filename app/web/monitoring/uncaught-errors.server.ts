import { reportUnexpected } from "~/clients/error-reports.server";

/** What a connection says that broke: it says so in a turn of its own, in which nothing else was under way. */
const brokenConnection = new Set([
  ...["ECONNABORTED", "ECONNRESET", "EPIPE", "ETIMEDOUT"],
  ...["ERR_STREAM_DESTROYED", "ERR_STREAM_PREMATURE_CLOSE"],
]);

/**
 * What becomes of errors that nothing caught; DECISIONS.md says why. All are reported. A rejected promise and a broken
 * connection concern one request and stop nothing; any other error ends the process.
 * @param end finishes what is under way, and ends the process as failed
 */
export function watchForUncaught(end: () => void): void {
  process.on("unhandledRejection", (reason) => reportUnexpected(reason));
  process.on("uncaughtException", (error: NodeJS.ErrnoException) => {
    reportUnexpected(error);
    if (!brokenConnection.has(error?.code ?? "")) end();
  });
}
