import type { Findings } from "./findings.ts";
import type { KnownFile } from "./wanted-entries.ts";

/** Reads the entries of one file. Adds its results to the findings only when the whole file was read. */
export interface FileReader {
  /** @param key the key of the list that contains the entry, "" for a bare list */
  item(entry: unknown, key: string): void;
  /** Not called if the file could not be read to its end. */
  commit(): void;
}

export type ReaderOfFile = (file: KnownFile, findings: Findings) => FileReader;
