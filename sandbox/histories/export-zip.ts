import { createHash } from "node:crypto";
import type { ExportFile } from "./export-file.ts";
import { exportFiles } from "./export-files.ts";
import { type ExportOptions, exportOptions } from "./export-options.ts";
import type { History } from "./history.ts";
import { writeZip, type ZipEntry } from "./zip-writer.ts";

/** A file as it is uploaded. Its bytes are made while they are read, once. */
export interface UploadFile {
  name: string;
  chunks: AsyncIterable<Uint8Array>;
}

/** The export as Instagram sends it: one ZIP, or `parts` of them. @param at epoch seconds, the moment that is written */
export function exportZips(
  history: History,
  at: number,
  given: Partial<ExportOptions> = {},
): UploadFile[] {
  const options = exportOptions(history, at, given);
  const files = exportFiles(history, options);
  return Array.from({ length: options.parts }, (_, part) => ({
    name: zipName(history, options, part),
    chunks: writeZip(
      files.filter((_, index) => index % options.parts === part).map(asEntry(options)),
      options,
    ),
  }));
}

/** The single files of the export, for those who unpack it. */
export function exportSingles(
  history: History,
  at: number,
  given: Partial<ExportOptions> = {},
): UploadFile[] {
  return exportFiles(history, exportOptions(history, at, given)).map(({ path, content }) => ({
    name: path.slice(path.lastIndexOf("/") + 1),
    chunks: inTurn(content()),
  }));
}

/** The newest entry is the last, at `takenAt`; the others were written in the minutes before. */
function asEntry(options: ExportOptions) {
  return ({ path, content, stored }: ExportFile, index: number): ZipEntry => ({
    path: options.prefix + path,
    modified:
      options.dates === "none" ? 0 : options.takenAt - (index === 0 ? 0 : 60 + (index % 60)),
    content,
    stored: stored ?? options.stored,
  });
}

/** Such as `instagram-ana-2026-05-11-x1Yz90Ab.zip`. */
function zipName(
  { options: owner }: History,
  { takenAt, parts }: ExportOptions,
  part: number,
): string {
  const hash = createHash("sha256").update(`${owner.seed} ${takenAt} ${part}`).digest("base64url");
  const day = new Date(takenAt * 1000).toISOString().slice(0, 10);
  const suffix = parts > 1 ? `-part-${part + 1}` : "";
  return `instagram-${owner.username}-${day}-${hash.replace(/[-_]/g, "").slice(0, 8)}${suffix}.zip`;
}

/** The bytes of a file that is small enough. */
export async function wholeFile({ chunks }: UploadFile): Promise<Uint8Array<ArrayBuffer>> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return new Uint8Array(Buffer.concat(all));
}

async function* inTurn(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks;
}
