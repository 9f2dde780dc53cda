import { BlobReader, TextWriter, ZipReader } from "@zip.js/zip.js";
import type { ExportOptions } from "#sandbox/histories/export-options.ts";
import { exportZips, type UploadFile } from "#sandbox/histories/export-zip.ts";
import type { History } from "#sandbox/histories/history.ts";

export async function bytesOf({ chunks }: UploadFile): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of chunks) parts.push(new Uint8Array(chunk));
  return new Blob(parts);
}

/** The files of the export as an independent reader finds them, by their path. */
export async function filesIn(history: History, given: Partial<ExportOptions> = {}) {
  const files = new Map<string, { text: string; modified: Date; stored: boolean }>();
  for (const zip of exportZips(history, history.end, given)) {
    const reader = new ZipReader(new BlobReader(await bytesOf(zip)), { checkSignature: true });
    for (const entry of await reader.getEntries()) {
      if (entry.directory) continue;
      const text = await entry.getData(new TextWriter());
      const stored = entry.compressionMethod === 0;
      files.set(entry.filename, { text, modified: entry.lastModDate, stored });
    }
    await reader.close();
  }
  return files;
}
