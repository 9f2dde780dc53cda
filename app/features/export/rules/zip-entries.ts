import { crc32 } from "node:zlib";
import type { ByteSource } from "../byte-source.ts";
import { ExportRefused } from "../export.ts";
import {
  type LocalHeader,
  localHeaderBytes,
  localTail,
  readLocalHeader,
  signatures,
  viewOf,
  zipEntryName,
} from "../zip-records.ts";
import type { ExportLimits } from "./limits.ts";
import { readDescriptor, storedToDescriptor } from "./zip-descriptor.ts";
import { signatureAt, ZipDirectory } from "./zip-directory.ts";
import { inflateFrom } from "./zip-inflate.ts";

/** Takes the content of one file. Both may throw ExportRefused. */
export interface ContentSink {
  write(chunk: Buffer): void;
  end(): void;
}

/** What one reading may still unpack, over all of its files. */
export interface Budget {
  readBytes: number;
  passedBytes: number;
}

const stored = 0;
const deflated = 8;

/**
 * Goes through a ZIP from its first byte to its last, in constant memory.
 * @param onEntry is called for each file; returns a sink for its content, or undefined to skip it
 * @throws ExportRefused `damaged`, `encrypted` or `too-large`, and what the sinks throw
 */
export async function readZip(
  source: ByteSource,
  limits: ExportLimits,
  budget: Budget,
  onEntry: (name: string, modifiedAt: number | undefined) => ContentSink | undefined,
): Promise<void> {
  const directory = new ZipDirectory();
  let signature = await signatureAt(source);
  while (signature === signatures.localHeader) {
    if (directory.size >= limits.maxEntries) throw new ExportRefused("too-large");
    const offset = source.position;
    const fixed = viewOf(await source.take(localHeaderBytes));
    const [nameBytes, extraBytes] = localTail(fixed);
    if (nameBytes > limits.maxNameBytes) throw new ExportRefused("damaged");
    const tail = await source.take(nameBytes + extraBytes);
    const header = readLocalHeader(fixed, viewOf(tail.subarray(nameBytes)));
    if (header.isEncrypted) throw new ExportRefused("encrypted");
    const name = tail.subarray(0, nameBytes);
    const sink = onEntry(zipEntryName(name), header.modifiedAt);
    await passContent(source, header, limits, budget, sink);
    directory.add(offset, name, header, sink !== undefined);
    sink?.end();
    signature = await signatureAt(source);
  }
  if (signature === signatures.extraData) throw new ExportRefused("encrypted");
  await directory.check(source);
}

/** Consumes the content and its descriptor, and completes the header with what they turn out to be. */
async function passContent(
  source: ByteSource,
  header: LocalHeader,
  limits: ExportLimits,
  budget: Budget,
  sink: ContentSink | undefined,
): Promise<void> {
  const isUnknown = header.hasDescriptor && header.compressed === 0;
  if (sink && header.size > limits.maxReadBytes) throw new ExportRefused("too-large");
  if (!sink && !isUnknown) {
    await source.pass(header.compressed);
    if (header.hasDescriptor) await readDescriptor(source, header, undefined);
    return;
  }
  let crc = 0;
  let size = 0;
  const count = (chunk: Buffer, compressedSoFar: number) => {
    crc = crc32(chunk, crc);
    size += chunk.length;
    if (sink) budget.readBytes += chunk.length;
    else budget.passedBytes += chunk.length;
    const isTooMuch =
      budget.readBytes > limits.maxReadBytes ||
      budget.passedBytes > limits.maxPassedBytes ||
      (size > limits.ratioFreeBytes && size > compressedSoFar * limits.maxRatio);
    if (isTooMuch) throw new ExportRefused("too-large");
    if (!isUnknown && size > header.size) throw new ExportRefused("damaged");
    sink?.write(chunk);
  };
  const length = isUnknown ? undefined : header.compressed;
  let compressed = header.compressed;
  if (header.method === deflated) compressed = await inflateFrom(source, length, count);
  else if (header.method !== stored) throw new ExportRefused("damaged");
  else if (length === undefined)
    compressed = await storedToDescriptor(source, (chunk) => count(chunk, chunk.length + size));
  else await source.pass(length, (chunk) => count(chunk, chunk.length + size));

  if (isUnknown) Object.assign(header, { compressed, size });
  if (header.hasDescriptor) await readDescriptor(source, header, crc);
  if (header.crc !== crc || header.size !== size) throw new ExportRefused("damaged");
}
