import { createInflateRaw, inflateRawSync } from "node:zlib";
import type { ByteSource } from "../byte-source.ts";
import { ExportRefused } from "../export.ts";

const outputBytes = 65_536;
const smallBytes = 16_384;

/**
 * Inflates one deflate stream, and leaves the source at the first byte after it.
 * @param length compressed bytes, undefined where only the stream itself says where it ends
 * @param sink gets what is inflated, and how many compressed bytes it has taken so far
 * @returns the compressed bytes
 * @throws ExportRefused `damaged`, and what the sink throws
 */
export async function inflateFrom(
  source: ByteSource,
  length: number | undefined,
  sink: Sink,
): Promise<number> {
  const ahead = await source.peek();
  const small = ahead.subarray(0, Math.min(length ?? smallBytes, smallBytes));
  const used = inflateSmall(small, sink);
  if (used === undefined) return inflateStream(source, length, sink);
  source.consume(used);
  if (length !== undefined && used !== length) throw new ExportRefused("damaged");
  return used;
}

type Sink = (chunk: Buffer, compressedSoFar: number) => void;

/**
 * Inflates a small entry at once. An export has a hundred thousand: this costs a sixth of a stream for each.
 * @returns the compressed bytes; undefined where the entry is longer, or damaged
 */
function inflateSmall(bytes: Buffer, sink: Sink): number | undefined {
  let used: number;
  let content: Buffer;
  try {
    const limits = { maxOutputLength: smallBytes, chunkSize: 4_096 };
    const result: unknown = inflateRawSync(bytes, { ...limits, info: true });
    const inflated = result as { buffer: Buffer; engine: { bytesWritten: number } };
    used = inflated.engine.bytesWritten;
    content = inflated.buffer;
  } catch {
    return undefined;
  }
  if (content.length > 0) sink(content, used);
  return used;
}

async function inflateStream(
  source: ByteSource,
  length: number | undefined,
  sink: Sink,
): Promise<number> {
  const inflate = createInflateRaw({ chunkSize: outputBytes });
  let ended = false;
  let failure: { error: unknown } | undefined;
  let settle = () => {};
  inflate.on("data", (chunk: Buffer) => {
    try {
      sink(chunk, inflate.bytesWritten);
      freeFull(chunk);
    } catch (error) {
      failure ??= { error };
      inflate.destroy();
    }
  });
  inflate.on("end", () => {
    ended = true;
    settle();
  });
  inflate.on("error", () => {
    failure ??= { error: new ExportRefused("damaged") };
  });
  inflate.on("close", () => settle());

  /** Resolves when the bytes are used, or the stream has ended or failed. */
  const feed = (bytes: Buffer) =>
    new Promise<void>((resolve) => {
      settle = resolve;
      if (bytes.length > 0) inflate.write(bytes, () => resolve());
      else inflate.end();
    });

  let used = 0;
  try {
    while (!ended && !failure) {
      const ahead = length === used ? Buffer.alloc(0) : await source.peek();
      const left = length === undefined ? ahead.length : length - used;
      await feed(ahead.length > left ? ahead.subarray(0, left) : ahead);
      source.consume(inflate.bytesWritten - used);
      used = inflate.bytesWritten;
    }
  } finally {
    inflate.destroy();
  }
  if (failure) throw failure.error;
  if (length !== undefined && used !== length) throw new ExportRefused("damaged");
  return used;
}

/**
 * Frees the memory of output that was read to its end. zlib allocates anew then, and the garbage collector would let
 * some 60 MB pile up.
 */
function freeFull({ buffer, byteOffset, length }: Buffer): void {
  const isWholeOutput = buffer instanceof ArrayBuffer && buffer.byteLength === outputBytes;
  if (isWholeOutput && byteOffset + length === outputBytes) buffer.transfer(0);
}
