import type { ExportRefusal } from "../../../app/features/export/export.ts";
import { type FormPart, formOf } from "./form.ts";

/**
 * What becomes of it: a refusal of docs/product.md#imports, `used` or `held`, the status of a page that says what was wrong with the form, or
 * `as-was`: refused, or read as what it was before it was broken.
 */
export type Ending = ExportRefusal | "used" | "held" | "as-was" | 400 | 413 | 415;

/** A request to the address of the import that no well-meaning program would send. */
export interface HostileCase {
  name: string;
  contentType: string;
  body: Buffer;
  ends: Ending;
}

export interface SentFile {
  name: string;
  content: Buffer | string;
}

export const exportPart = ({ name, content }: SentFile): FormPart => ({
  name: "export",
  fileName: name,
  content,
});

/** Files in an honest form. */
export function filesCase(
  name: string,
  ends: Ending,
  files: readonly SentFile[],
  fields: Readonly<Record<string, string>> = {},
): HostileCase {
  const texts = Object.entries(fields).map(([field, content]) => ({ name: field, content }));
  return { name, ends, ...formOf([...texts, ...files.map(exportPart)]) };
}
