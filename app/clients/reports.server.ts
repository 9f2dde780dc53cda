import { functionAddress } from "~/clients/functions.server";
import { createUpstream, send, UpstreamError } from "~/clients/upstream.server";
import { env } from "~/env.server";

/** Drawing a report takes its time, so it has a deadline of its own, from the question to the first bytes. */
const reports = createUpstream("reports", { readDeadline: 20_000 });
const mostBytes = 20 * 1_048_576;
/** Milliseconds in which something of a report has to come, and somebody has to take it; else it is given up. */
const idleLimit = 30_000;

export interface Report {
  /** Undefined where the function does not say. */
  length: number | undefined;
  body: ReadableStream<Uint8Array>;
}

/**
 * Asks for a subscriber's profile PDF report (contract 4). It is handed on as it comes, once its first bytes
 * say that it is a PDF; undefined while there is no profile to report on. A report that nobody takes ends by itself.
 */
export function openReport({
  email,
  uid,
}: {
  email: string;
  uid: string;
}): Promise<Report | undefined> {
  const { system } = reports;
  return reports.call("read", async (deadline) => {
    // The deadline is for the making alone: the download goes on after it.
    const making = new AbortController();
    const expire = () => making.abort();
    deadline.addEventListener("abort", expire, { once: true });
    try {
      const response = await send(system, functionAddress("getPdfReport"), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email, uid, hostname: new URL(env.APP_ORIGIN).hostname }),
        signal: making.signal,
      });
      return await reportIn(response, making.signal);
    } finally {
      deadline.removeEventListener("abort", expire);
    }
  });
}

async function reportIn(response: Response, signal: AbortSignal): Promise<Report | undefined> {
  const { system } = reports;
  const refuse = async (error: UpstreamError) => {
    await response.body?.cancel();
    throw error;
  };
  if (response.status === 404) {
    await response.body?.cancel();
    return undefined;
  }
  if (!response.ok || !response.body)
    return refuse(new UpstreamError(system, "status", response.status));
  // What fetch has decompressed is longer than the header says.
  const length = response.headers.has("content-encoding")
    ? undefined
    : wholeNumber(response.headers.get("content-length"));
  if (length !== undefined && length > mostBytes)
    return refuse(new UpstreamError(system, "too-large"));

  const reader = response.body.getReader();
  const first = await beginning(reader, signal);
  if (!first.subarray(0, 5).equals(Buffer.from("%PDF-"))) {
    await reader.cancel();
    throw new UpstreamError(system, "malformed");
  }
  return { length, body: bounded(first, reader) };
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

async function beginning(reader: Reader, signal: AbortSignal): Promise<Buffer> {
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
 * The bytes read so far and those to come. A report that breaks off, has no end, or stands still at either end fails
 * the download.
 */
function bounded(first: Buffer, reader: Reader): ReadableStream<Uint8Array> {
  let size = first.byteLength;
  let idle: NodeJS.Timeout | undefined;
  const leave = () => {
    clearTimeout(idle);
    // What has failed cannot be cancelled any more.
    reader.cancel().catch(() => {});
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      idle = setTimeout(() => {
        controller.error(new UpstreamError(reports.system, "timeout"));
        leave();
      }, idleLimit).unref();
      controller.enqueue(first);
    },
    async pull(controller) {
      idle?.refresh();
      const { done, value } = await reader.read();
      if (done) {
        clearTimeout(idle);
        return controller.close();
      }
      idle?.refresh();
      size += value.byteLength;
      if (size > mostBytes) {
        leave();
        throw new UpstreamError(reports.system, "too-large");
      }
      controller.enqueue(value);
    },
    cancel: leave,
  });
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}
