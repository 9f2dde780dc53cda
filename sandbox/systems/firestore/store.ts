import { isDeepStrictEqual } from "node:util";
import type { Document } from "./document.ts";
import { Documents } from "./documents.ts";
import { FirestoreFailure, refuse } from "./failure.ts";
import { checkName, checkSize, keptFields } from "./limits.ts";
import { compareTimestamps } from "./order.ts";
import { fieldAt, parseFieldPath, withField } from "./paths.ts";
import { timestampOf } from "./plain.ts";
import { type Transform, transformed } from "./transform.ts";
import type { Fields, Timestamp, Value } from "./value.ts";

interface Precondition {
  exists?: boolean;
  updateTime?: Timestamp;
}

export interface Write {
  update?: { name: string; fields?: Fields };
  delete?: string;
  verify?: string;
  updateMask?: { fieldPaths?: string[] };
  updateTransforms?: Transform[];
  currentDocument?: Precondition;
}

export interface WriteResult {
  /** Not set after a delete. */
  updateTime?: Timestamp;
  transformResults: Value[];
}

type Change = (changed: ReadonlySet<string>) => void;

/** Documents that can be written. A commit happens whole or not at all. */
export class DocumentStore extends Documents {
  readonly #listeners = new Set<Change>();
  #lastMicrosecond = 0;

  /** The documents as they are now, whatever is written later. */
  snapshot(): Documents {
    return new Documents(this.all());
  }

  commit(writes: Write[]): { commitTime: Timestamp; writeResults: WriteResult[] } {
    const staged = new Map<string, Document | undefined>();
    const commitTime = this.now();
    const writeResults = writes.map((write) => this.#apply(write, staged, commitTime));
    for (const [name, document] of staged) {
      if (document) this.set(document);
      else this.remove(name);
    }
    const changed = new Set(staged.keys());
    if (changed.size > 0) for (const listener of this.#listeners) listener(changed);
    return { commitTime, writeResults };
  }

  clear() {
    const changed = new Set([...this.all()].map(({ name }) => name));
    this.removeAll();
    for (const listener of this.#listeners) listener(changed);
  }

  onChange(listener: Change): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Never the same twice, so that an update time names one state of a document. */
  now(): Timestamp {
    this.#lastMicrosecond = Math.max(this.#lastMicrosecond + 1, Date.now() * 1000);
    const milliseconds = Math.floor(this.#lastMicrosecond / 1000);
    const timestamp = timestampOf(new Date(milliseconds));
    const micros = this.#lastMicrosecond - milliseconds * 1000;
    return { ...timestamp, nanos: (timestamp.nanos ?? 0) + micros * 1000 };
  }

  #apply(write: Write, staged: Map<string, Document | undefined>, at: Timestamp): WriteResult {
    const name = nameOf(write);
    checkName(name);
    const before = staged.has(name) ? staged.get(name) : this.get(name);
    verify(name, before, write.currentDocument);
    if (write.verify !== undefined) return { updateTime: at, transformResults: [] };
    if (write.delete !== undefined) {
      staged.set(name, undefined);
      return { transformResults: [] };
    }
    let fields = updated(before?.fields ?? {}, write);
    const transformResults = (write.updateTransforms ?? []).map((transform) => {
      const path = parseFieldPath(transform.fieldPath);
      const value = transformed(fieldAt(fields, path), transform, at);
      fields = withField(fields, path, value);
      return value.arrayValue ? { nullValue: "NULL_VALUE" as const } : value;
    });
    checkSize(name, fields);
    // What changes nothing keeps its update time (write.proto).
    const same = before && isDeepStrictEqual(before.fields, fields) ? before : undefined;
    const after = same ?? { name, fields, createTime: before?.createTime ?? at, updateTime: at };
    staged.set(name, after);
    return { updateTime: after.updateTime, transformResults };
  }
}

/** The document that a write is about. */
export function nameOf(write: Write): string {
  return write.update?.name ?? write.delete ?? write.verify ?? refuse("Unknown kind of write");
}

function verify(name: string, document: Document | undefined, condition: Precondition = {}) {
  if (condition.exists === false && document) {
    throw new FirestoreFailure("ALREADY_EXISTS", `Document already exists: ${name}`);
  }
  if (condition.exists === true && !document) {
    throw new FirestoreFailure("NOT_FOUND", `No document to update: ${name}`);
  }
  const { updateTime } = condition;
  if (updateTime && (!document || compareTimestamps(updateTime, document.updateTime) !== 0)) {
    throw new FirestoreFailure("FAILED_PRECONDITION", `Document has changed: ${name}`);
  }
}

function updated(before: Fields, { update, updateMask }: Write): Fields {
  const fields = keptFields(update?.fields ?? {});
  if (!updateMask) return fields;
  let merged = before;
  for (const fieldPath of updateMask.fieldPaths ?? []) {
    const path = parseFieldPath(fieldPath);
    merged = withField(merged, path, fieldAt(fields, path));
  }
  return merged;
}
