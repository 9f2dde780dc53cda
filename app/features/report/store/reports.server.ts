import { env } from "~/env.server";
import { functionAddress } from "~/features/account/functions.server";
import { log } from "~/platform/monitoring/log.server";
import {
  createUpstream,
  send,
  statusFailure,
  UpstreamError,
} from "~/platform/upstream/upstream.server";

/** The function takes seconds to generate a report, so the deadline is longer. It ends with the first bytes. */
const reports = createUpstream("reports", { readDeadline: 20_000 });
const maxBytes = 20 * 1_048_576;
/** Milliseconds without progress, at the sender or at the reader, after which a download is aborted. */
const idleLimit = 30_000;

export interface FetchedReport {
  /** Bytes; undefined if unknown. */
  length: number | undefined;
  body: ReadableStream<Uint8Array>;
}

/**
 * Streams a subscriber's PDF report (docs/interfaces/functions.yaml) once its first bytes show that it is a PDF. Undefined if there is no
 * profile yet. If the body is not read, the download is aborted.
 */
export function openReport({
  email,
  uid,
}: {
  email: string;
  uid: string;
}): Promise<FetchedReport | undefined> {
  const { system } = reports;
  return reports.call("read", async (deadline) => {
    // The deadline must not end the download, so its listener is removed once the first bytes are there.
    const generation = new AbortController();
    const expire = () => generation.abort();
    deadline.addEventListener("abort", expire, { once: true });
    try {
      const response = await send(system, functionAddress("getPdfReport"), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email, uid, hostname: new URL(env.APP_ORIGIN).hostname }),
        signal: generation.signal,
      });
      return await readReport(response, generation.signal);
    } finally {
      deadline.removeEventListener("abort", expire);
    }
  });
}

async function readReport(
  response: Response,
  signal: AbortSignal,
): Promise<FetchedReport | undefined> {
  const { system } = reports;
  const refuse = async (error: UpstreamError) => {
    await response.body?.cancel();
    throw error;
  };
  if (response.status === 404) {
    await response.body?.cancel();
    return undefined;
  }
  if (!response.ok) return refuse(statusFailure(system, response.status));
  if (!response.body) throw new UpstreamError(system, "malformed", response.status);
  // fetch decompresses the body, so the header's length would be wrong.
  const length = response.headers.has("content-encoding")
    ? undefined
    : wholeNumber(response.headers.get("content-length"));
  if (length !== undefined && length > maxBytes)
    return refuse(new UpstreamError(system, "too-large"));

  const reader = response.body.getReader();
  const first = await readBeginning(reader, signal);
  if (!first.subarray(0, 5).equals(Buffer.from("%PDF-"))) {
    await reader.cancel();
    throw new UpstreamError(system, "malformed");
  }
  return { length, body: limitedStream(first, reader) };
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

async function readBeginning(reader: Reader, signal: AbortSignal): Promise<Buffer> {
  let bytes = Buffer.alloc(0);
  try {
    while (bytes.byteLength < 5) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes = Buffer.concat([bytes, value]);
    }
  } catch {
    throw new UpstreamError(reports.system, signal.aborted ? "timeout" : "unreachable");
  }
  return bytes;
}

/**
 * The bytes read so far, then the rest. The stream fails if the connection breaks, the report is too large, or neither
 * side makes progress for `idleLimit`.
 */
function limitedStream(first: Buffer, reader: Reader): ReadableStream<Uint8Array> {
  let size = first.byteLength;
  let idle: NodeJS.Timeout | undefined;
  /** Its reader has left, or its end is in the log. */
  let isEnded = false;
  /** The answer has begun, so that only the log can say it. */
  const brokeOff = (kind: UpstreamError["kind"]) => {
    isEnded = true;
    log.warn({ system: reports.system, kind }, "report broke off");
    return new UpstreamError(reports.system, kind);
  };
  const stop = () => {
    clearTimeout(idle);
    // Cancelling a failed stream rejects.
    reader.cancel().catch(() => {});
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      idle = setTimeout(() => {
        controller.error(brokeOff("timeout"));
        stop();
      }, idleLimit).unref();
      controller.enqueue(first);
    },
    async pull(controller) {
      idle?.refresh();
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw isEnded ? error : brokeOff("unreachable");
      });
      if (done) {
        clearTimeout(idle);
        return controller.close();
      }
      idle?.refresh();
      size += value.byteLength;
      if (size > maxBytes) {
        stop();
        throw brokeOff("too-large");
      }
      controller.enqueue(value);
    },
    cancel() {
      isEnded = true;
      stop();
    },
  });
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}
