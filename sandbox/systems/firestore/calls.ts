import type { handleServerStreamingCall, handleUnaryCall } from "@grpc/grpc-js";
import type { Faults } from "../../faults.ts";
import { FirestoreFailure } from "./failure.ts";

/** A call with one answer. */
export function unary<Request>(
  faults: Faults | undefined,
  handle: (request: Request) => object | Promise<object>,
): handleUnaryCall<Request, object> {
  return async (call, callback) => {
    try {
      const answer = await withFault(faults, async () => handle(call.request));
      callback(null, answer);
    } catch (error) {
      callback(toStatus(error));
    }
  };
}

/** A call with a stream of answers. */
export function serverStream<Request>(
  faults: Faults | undefined,
  handle: (request: Request, write: (message: object) => void) => Promise<void>,
): handleServerStreamingCall<Request, object> {
  return async (call) => {
    try {
      await withFault(faults, () => handle(call.request, (message) => call.write(message)));
      call.end();
    } catch (error) {
      call.emit("error", toStatus(error));
    }
  };
}

/** The faults that a service can answer with; those of the connection are the TCP front's. */
async function withFault<Answer>(
  faults: Faults | undefined,
  handle: () => Promise<Answer>,
): Promise<Answer> {
  const kind = faults?.current("firestore")?.kind;
  if (kind !== "status" && kind !== "lost-answer") return handle();
  const fault = faults?.take("firestore");
  if (kind === "lost-answer") await handle();
  throw failureOf(fault?.kind === "status" ? fault.status : 503);
}

/** The libraries ask again where a system is unavailable, and not where it refuses. */
function failureOf(status: number): FirestoreFailure {
  if (status === 403) return new FirestoreFailure("PERMISSION_DENIED", "The sandbox refuses");
  if (status === 429) return new FirestoreFailure("RESOURCE_EXHAUSTED", "Quota exceeded");
  return new FirestoreFailure("UNAVAILABLE", "The sandbox answers as unavailable");
}

function toStatus(error: unknown) {
  if (error instanceof FirestoreFailure) {
    return { code: error.code, message: error.message, details: error.message, name: "Error" };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: 13, message, details: message, name: "Error" };
}
