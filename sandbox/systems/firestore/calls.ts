import { type handleServerStreamingCall, type handleUnaryCall, status } from "@grpc/grpc-js";
import type { Faults } from "../../faults.ts";
import { FirestoreFailure } from "./store.ts";

export function unary<Request>(
  faults: Faults | undefined,
  handle: (request: Request) => object,
): handleUnaryCall<Request, object> {
  return (call, callback) => {
    try {
      const answer = withFault(faults, () => handle(call.request));
      callback(null, answer);
    } catch (error) {
      callback(toStatus(error));
    }
  };
}

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
function withFault<Answer>(faults: Faults | undefined, handle: () => Answer): Answer {
  const kind = faults?.current("firestore")?.kind;
  if (kind !== "status" && kind !== "lost-answer") return handle();
  const fault = faults?.take("firestore");
  if (kind === "lost-answer") handle();
  throw fault?.kind === "status" && fault.status === 429
    ? new FirestoreFailure("RESOURCE_EXHAUSTED", "Quota exceeded")
    : new FirestoreFailure("UNAVAILABLE", "The sandbox answers as unavailable");
}

function toStatus(error: unknown) {
  if (error instanceof FirestoreFailure) {
    return { code: error.code, message: error.message, details: error.message, name: "Error" };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: status.INTERNAL, message, details: message, name: "Error" };
}
