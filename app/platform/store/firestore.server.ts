import type { Firestore, Transaction } from "firebase-admin/firestore";
import { ZodError } from "zod";
import { reportUnexpected } from "~/platform/monitoring/error-reports.server";
import { logToStderr } from "~/platform/monitoring/log.server";
import { firestore } from "~/platform/store/firebase.server";
import { grpcCodeOf } from "~/platform/upstream/grpc-status";
import { createUpstream, grpcFailure, UpstreamError } from "~/platform/upstream/upstream.server";

/** An action may wait 2 s for its guard's read before it writes. Together they must stay below 5 s. */
const forPages = createUpstream("firestore", { writeDeadline: 2_500 });
const forCommands = createUpstream("firestore", { readDeadline: 6_000, writeDeadline: 6_000 });
let upstream = forPages;

/**
 * Runs a program of the operator's: no page waits for it. The SDK's load time counts against no deadline. Ends the
 * process with the exit code that `work` returns, or with 1 where an outside system fails.
 * @param hint what to do then
 */
export async function runCommand(
  name: string,
  work: () => Promise<number>,
  hint = "",
): Promise<never> {
  upstream = forCommands;
  logToStderr();
  let isUnwell = false;
  // Of Google's library, as where there are no credentials: the call that needed it fails as well, and says more.
  process.on("unhandledRejection", (reason) => {
    isUnwell = true;
    reportUnexpected(reason);
  });
  await firestore();
  try {
    process.exit((await work()) || Number(isUnwell));
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    process.stderr.write(`${name}: ${error.message}${hint}\n`);
    process.exit(1);
  }
}

/** Runs `work` on the database within the deadline. Every failure is an `UpstreamError`. */
export function inFirestore<T>(
  mode: "read" | "write",
  work: (database: Firestore, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return upstream.call(mode, async (signal) => {
    try {
      return await work(await firestore(), signal);
    } catch (error) {
      throw failureOf(error, signal);
    }
  });
}

/**
 * Writes in one commit, and reads nothing. By a document's own `set()`, `create()`, `update()` and `delete()`, or a batch,
 * the library would repeat itself for a minute: the write could come long after its caller was told that it had failed.
 */
export const commitIn = (
  database: Firestore,
  signal: AbortSignal,
  write: (writes: Omit<Transaction, "get" | "getAll">) => void,
): Promise<void> =>
  database.runTransaction(async (transaction) => {
    signal.throwIfAborted();
    write(transaction);
  });

/** What has no gRPC code is no answer of Firestore's: a document that its reader cannot take, or a mistake of ours. */
function failureOf(error: unknown, signal: AbortSignal): UpstreamError {
  if (error instanceof UpstreamError) return error;
  const code = grpcCodeOf(error);
  if (code !== undefined) return grpcFailure(upstream.system, code);
  if (signal.aborted) return new UpstreamError(upstream.system, "timeout");
  if (!(error instanceof ZodError)) reportUnexpected(error);
  return new UpstreamError(upstream.system, "malformed");
}
