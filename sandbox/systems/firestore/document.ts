import { fieldAt, parseFieldPath } from "./paths.ts";
import type { Fields, Timestamp, Value } from "./value.ts";

export interface Document {
  name: string;
  fields: Fields;
  createTime: Timestamp;
  updateTime: Timestamp;
}

/** The value at a field path; `__name__` is the document itself. */
export function valueAt(document: Document, path: string): Value | undefined {
  if (path === "__name__") return { referenceValue: document.name };
  return fieldAt(document.fields, parseFieldPath(path));
}
