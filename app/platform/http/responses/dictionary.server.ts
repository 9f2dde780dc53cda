import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { constants, zstdCompress, zstdCompressSync } from "node:zlib";

declare module "node:zlib" {
  // Newer than the types.
  interface ZstdOptions {
    /** The size of the whole body. It is written into the head of the frame. */
    pledgedSrcSize?: number;
    dictionary?: Buffer | undefined;
  }
}

/** Bytes that a client already has, and that a compressed body can refer to (RFC 9842). */
export interface Dictionary {
  bytes: Buffer;
  /** As a client announces it in Available-Dictionary. */
  announced: string;
  /** For names that must differ from dictionary to dictionary. */
  hash: string;
  /** The skippable frame with the hash that stands before the zstd frame, as Latin-1. */
  head: string;
}

export function dictionaryOf(bytes: Buffer): Dictionary {
  const hash = createHash("sha256").update(bytes).digest();
  return {
    bytes,
    announced: `:${hash.toString("base64")}:`,
    hash: hash.toString("hex"),
    head: `\x5e\x2a\x4d\x18\x20\0\0\0${hash.toString("latin1")}`,
  };
}

/** The names of a folder's files, the newest first; none where there is no folder. */
export const newestFilesIn = (folder: string): string[] =>
  (statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder) : [])
    .map((name) => ({ name, written: statSync(join(folder, name)).mtimeMs }))
    .sort((one, other) => other.written - one.written)
    .map(({ name }) => name);

const withHead = ({ head }: Dictionary, frame: Buffer) =>
  Buffer.concat([Buffer.from(head, "latin1"), frame]);

/** The next level takes half as much time again, most of it for the dictionary. */
const fast = { [constants.ZSTD_c_compressionLevel]: 2 };

/** For answers that are sent once. */
export const compressFastBy = (dictionary: Dictionary, body: Buffer): Buffer =>
  withHead(dictionary, zstdCompressSync(body, { params: fast, dictionary: dictionary.bytes }));

/** For answers that are sent many times, off the main thread. Browsers take windows of 8 MiB at most. */
export async function compressBestBy(dictionary: Dictionary, body: Buffer): Promise<Buffer> {
  const options = {
    params: { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_windowLog]: 23 },
    pledgedSrcSize: body.byteLength,
    dictionary: dictionary.bytes,
  };
  return withHead(dictionary, await promisify(zstdCompress)(body, options));
}
