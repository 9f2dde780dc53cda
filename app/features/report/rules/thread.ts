import type { ReportInput } from "./input.ts";

/** Where a thread finds what it sets reports with: absolute paths. */
export interface ThreadData {
  /** The folder of report.typ; no file outside it can be read. */
  templates: string;
  fonts: string;
  /** The font whose characters count. The bolder ones have the same. */
  regular: string;
}

export type ReportOrder = { input: ReportInput } | { end: true };

/** `refused`: by Typst; says where, and nothing of the report. */
export type SetReport = { pdf: Uint8Array<ArrayBuffer> } | { refused: string };
