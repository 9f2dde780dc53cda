import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { zstdDecompressSync } from "node:zlib";

/** A dictionary of pages, as a browser has it. */
export interface TestDictionary {
  bytes: Buffer;
  address: string;
  announced: string;
  /** Reads `dcz` (RFC 9842). */
  decode(body: Buffer): Buffer;
}

export function dictionaryFrom(bytes: Buffer): TestDictionary {
  const hash = createHash("sha256").update(bytes).digest();
  return {
    bytes,
    address: `/assets/pages-${hash.toString("hex")}.dict`,
    announced: `:${hash.toString("base64")}:`,
    decode(body) {
      const head = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0, ...hash]);
      if (!body.subarray(0, 40).equals(head)) throw new Error("not made by this dictionary");
      return zstdDecompressSync(body.subarray(40), { dictionary: bytes });
    },
  };
}

/** What the build makes the dictionary of its pages from. */
export const shellDictionary = () => dictionaryFrom(readFileSync("content/dictionary/shell.txt"));

/** A client build with these files, by address. */
export function clientBuildWith(files: Record<string, Buffer>): string {
  const folder = mkdtempSync(join(tmpdir(), "client-"));
  for (const [address, bytes] of Object.entries(files)) {
    mkdirSync(dirname(folder + address), { recursive: true });
    writeFileSync(folder + address, bytes);
  }
  return folder;
}
