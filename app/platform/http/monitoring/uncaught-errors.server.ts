import { reportUnexpected } from "~/platform/monitoring/error-reports.server";

const brokenConnection = new Set([
  ...["ECONNABORTED", "ECONNRESET", "EPIPE", "ETIMEDOUT"],
  ...["ERR_STREAM_DESTROYED", "ERR_STREAM_PREMATURE_CLOSE"],
]);

/** ioredis cannot read a reply, e.g. one to SUBSCRIBE that is no list. Not what a listener of ours throws below it. */
const fromReplyReader = /^.*\n\s+at .*[/\\]ioredis[/\\]built[/\\]DataHandler\.js/;

/**
 * Whether an error is that of one connection or one message, and nobody listened to its stream: a connection that breaks,
 * data that zlib cannot unpack (gRPC does not listen), a reply of Redis. Each comes in an event-loop turn of its own, so
 * that no other code was interrupted by it. What `inflateSync` and its like throw has interrupted whoever called them.
 */
function isOfOneConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = "", stack = "" } = error as NodeJS.ErrnoException;
  const isUnpacking = code.startsWith("Z_") && !stack.includes("Sync");
  return brokenConnection.has(code) || isUnpacking || fromReplyReader.test(stack);
}

/**
 * Reports every uncaught error. A rejected promise affects one request only, a broken connection or message no more than
 * its own, and the process goes on. Any other error ends the process, since its state may be corrupt (DECISIONS.md).
 * @param shutDown finishes the work in progress, then exits with a failure code
 */
export function handleUncaughtErrors(shutDown: () => void): void {
  process.on("unhandledRejection", (reason) => reportUnexpected(reason));
  process.on("uncaughtException", (error) => {
    reportUnexpected(error);
    if (!isOfOneConnection(error)) shutDown();
  });
}
