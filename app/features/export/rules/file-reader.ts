import type { KnownFile } from "../wanted-entries.ts";
import type { Findings } from "./findings.ts";
import type { ItemSink } from "./json-items.ts";

/** Reads the entries of one file. Adds its results to the findings only when the whole file was read. */
export interface FileReader extends ItemSink {
  /** Not called if the file could not be read to its end, or has no list. */
  commit(): void;
}

export type ReaderOfFile = (file: KnownFile, findings: Findings) => FileReader;
