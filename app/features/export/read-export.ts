import { ByteSource } from "./byte-source.ts";
import { ExportRefused, type ReadExport } from "./export.ts";
import { dateInName, endOfOriginalDay, hasExportsDate, TopFolderDays } from "./name-date.ts";
import { ExportFiles } from "./rules/export-files.ts";
import { Findings } from "./rules/findings.ts";
import { type ExportLimits, exportLimits } from "./rules/limits.ts";
import { signatureAt } from "./rules/zip-directory.ts";
import { readZip } from "./rules/zip-entries.ts";
import { signatures } from "./zip-records.ts";

/** A file as it is sent: a ZIP, or one JSON file out of it. A chunk may be used again once the next is asked for. */
export interface SentFile {
  name: string;
  chunks: AsyncIterable<Uint8Array>;
}

interface ReadOptions extends Partial<ExportLimits> {
  /** Is called while the lists grow. */
  onListBytes?: (bytes: number) => void;
}

/**
 * Reads an Instagram export while it streams, in memory that grows with its lists of people and nothing else.
 * @param files the parts of one export in any order. Each is read to its end before the next is asked for
 * @param options limits other than those of docs/product.md#imports, and who is told of the memory that the lists take
 * @throws ExportRefused where it is refused, and what the iterables throw
 */
export async function readExport(
  files: AsyncIterable<SentFile>,
  { onListBytes, ...options }: ReadOptions = {},
): Promise<ReadExport> {
  const limits = { ...exportLimits, ...options };
  const findings = new Findings(limits, onListBytes);
  const taken = new ExportFiles(limits, findings);
  const budget = { readBytes: 0, passedBytes: 0 };
  let sentBytes = 0;
  let newestEntryAt: number | null = null;
  let namedAt: number | null = null;
  const days: number[] = [];
  for await (const { name, chunks } of files) {
    const source = new ByteSource(chunks, (bytes) => {
      sentBytes += bytes;
      if (sentBytes > limits.maxSentBytes) throw new ExportRefused("too-large");
    });
    try {
      const signature = await signatureAt(source);
      if (signature === signatures.localHeader || signature === signatures.end) {
        const named = dateInName(name);
        const folders = new TopFolderDays();
        namedAt = later(namedAt, named);
        await readZip(source, limits, budget, (path, modifiedAt) => {
          if (hasExportsDate(path)) newestEntryAt = later(newestEntryAt, modifiedAt);
          folders.add(path);
          return taken.open(path);
        });
        days.push(...folders.days, ...(named === undefined ? [] : [named]));
      } else {
        await readAlone(source, taken.open(name), budget, limits);
      }
    } finally {
      source.close();
    }
  }
  const packedBefore = (newestEntryAt !== null && endOfOriginalDay(newestEntryAt, days)) || null;
  const read = findings.finish({
    digest: taken.digest(),
    formerDigests: taken.formerDigests(),
    newestEntryAt,
    namedAt,
    packedBefore,
  });
  const refusal = taken.refusal();
  // Of a list that lacks a part the rest would be a wrong count.
  if (refusal) throw new ExportRefused(refusal, refusal === "damaged" ? undefined : read);
  return read;
}

/** Reads a file that is no ZIP. */
async function readAlone(
  source: ByteSource,
  sink: ReturnType<ExportFiles["open"]>,
  budget: { readBytes: number },
  limits: ExportLimits,
): Promise<void> {
  for (;;) {
    const chunk = await source.peek();
    if (chunk.length === 0) break;
    source.consume(chunk.length);
    if (!sink) continue;
    budget.readBytes += chunk.length;
    if (budget.readBytes > limits.maxReadBytes) throw new ExportRefused("too-large");
    sink.write(chunk);
  }
  sink?.end();
}

const later = (a: number | null, b: number | undefined): number | null =>
  b !== undefined && (a === null || b > a) ? b : a;
