import type { Findings } from "./findings.ts";
import type { KnownFile } from "./wanted-entries.ts";

/** Takes the entries of one file, and hands on what they say when the file has been read whole. */
export interface FileReader {
  /** @param key of the list that the entry stands in, "" for a bare one */
  item(entry: unknown, key: string): void;
  /** Not called where the file could not be read to its end. */
  commit(): void;
}

export type ReaderOfFile = (file: KnownFile, findings: Findings) => FileReader;
