import { TextWriter, Uint8ArrayReader, ZipReader } from "@zip.js/zip.js";
import type { ExportOptions } from "#sandbox/histories/export-options.ts";
import { exportZips, wholeFile } from "#sandbox/histories/export-zip.ts";
import type { History } from "#sandbox/histories/history.ts";

interface FoundFile {
  text: string;
  modified: Date;
  stored: boolean;
}

/** The files of the export as an independent reader finds them, by their path. */
export async function filesIn(history: History, given: Partial<ExportOptions> = {}) {
  const files = new Map<string, FoundFile>();
  for (const zip of exportZips(history, history.end, given))
    for (const [path, file] of await entriesIn(await wholeFile(zip))) files.set(path, file);
  return files;
}

/** @throws Error where a ZIP is damaged */
export async function entriesIn(zip: Uint8Array): Promise<Map<string, FoundFile>> {
  const files = new Map<string, FoundFile>();
  const reader = new ZipReader(new Uint8ArrayReader(zip), { checkSignature: true });
  for (const entry of await reader.getEntries()) {
    if (entry.directory) continue;
    const text = await entry.getData(new TextWriter());
    const stored = entry.compressionMethod === 0;
    files.set(entry.filename, { text, modified: entry.lastModDate, stored });
  }
  await reader.close();
  return files;
}
