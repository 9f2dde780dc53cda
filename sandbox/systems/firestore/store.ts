import { status } from "@grpc/grpc-js";
import {
  compareTimestamps,
  compareValues,
  type Fields,
  fieldAt,
  numberOf,
  parseFieldPath,
  type Timestamp,
  timestampOf,
  type Value,
  withField,
} from "./value.ts";

export interface Document {
  name: string;
  fields: Fields;
  createTime: Timestamp;
  updateTime: Timestamp;
}

interface Precondition {
  exists?: boolean;
  updateTime?: Timestamp;
}

interface Transform {
  fieldPath: string;
  setToServerValue?: string;
  increment?: Value;
  maximum?: Value;
  minimum?: Value;
  appendMissingElements?: { values?: Value[] };
  removeAllFromArray?: { values?: Value[] };
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
  updateTime: Timestamp;
  transformResults: Value[];
}

/** A failure with its gRPC status code. */
export class FirestoreFailure extends Error {
  readonly code: number;
  constructor(code: keyof typeof status, message: string) {
    super(message);
    this.code = status[code];
  }
}

type Change = (changed: ReadonlySet<string>) => void;

/** The documents of every database, by their full names. A commit happens whole or not at all. */
export class DocumentStore {
  readonly #documents = new Map<string, Document>();
  readonly #listeners = new Set<Change>();
  #lastMicrosecond = 0;

  get(name: string): Document | undefined {
    return this.#documents.get(name);
  }

  /** Every document below a parent, at any depth. */
  below(parent: string): Document[] {
    return [...this.#documents.values()].filter(({ name }) => name.startsWith(`${parent}/`));
  }

  commit(writes: Write[]): { commitTime: Timestamp; writeResults: WriteResult[] } {
    const staged = new Map<string, Document | undefined>();
    const commitTime = this.now();
    const writeResults = writes.map((write) => this.#apply(write, staged, commitTime));
    for (const [name, document] of staged) {
      if (document) this.#documents.set(name, document);
      else this.#documents.delete(name);
    }
    const changed = new Set(staged.keys());
    if (changed.size > 0) for (const listener of this.#listeners) listener(changed);
    return { commitTime, writeResults };
  }

  clear() {
    const changed = new Set(this.#documents.keys());
    this.#documents.clear();
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
    const name = write.update?.name ?? write.delete ?? write.verify;
    if (!name) throw new FirestoreFailure("INVALID_ARGUMENT", "Unknown kind of write");
    const before = staged.has(name) ? staged.get(name) : this.#documents.get(name);
    verify(name, before, write.currentDocument);
    if (write.verify !== undefined) return { updateTime: at, transformResults: [] };
    if (write.delete !== undefined) {
      staged.set(name, undefined);
      return { updateTime: at, transformResults: [] };
    }
    let fields = updated(before?.fields ?? {}, write);
    const transformResults = (write.updateTransforms ?? []).map((transform) => {
      const path = parseFieldPath(transform.fieldPath);
      const value = transformed(fieldAt(fields, path), transform, at);
      fields = withField(fields, path, value);
      return value;
    });
    staged.set(name, { name, fields, createTime: before?.createTime ?? at, updateTime: at });
    return { updateTime: at, transformResults };
  }
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
  const fields = update?.fields ?? {};
  if (!updateMask) return fields;
  let merged = before;
  for (const fieldPath of updateMask.fieldPaths ?? []) {
    const path = parseFieldPath(fieldPath);
    merged = withField(merged, path, fieldAt(fields, path));
  }
  return merged;
}

function transformed(before: Value | undefined, transform: Transform, at: Timestamp): Value {
  if (transform.setToServerValue) return { timestampValue: at };
  if (transform.increment) return sum(before, transform.increment);
  if (transform.maximum) return extreme(before, transform.maximum, 1);
  if (transform.minimum) return extreme(before, transform.minimum, -1);
  const elements = before?.arrayValue?.values ?? [];
  const { appendMissingElements: added, removeAllFromArray: removed } = transform;
  if (added) {
    const values = [...elements];
    for (const value of added.values ?? []) if (!includes(values, value)) values.push(value);
    return { arrayValue: { values } };
  }
  const unwanted = removed?.values ?? [];
  return { arrayValue: { values: elements.filter((value) => !includes(unwanted, value)) } };
}

function sum(before: Value | undefined, increment: Value): Value {
  if (!before || !isNumber(before)) return increment;
  const total = numberOf(before) + numberOf(increment);
  const whole = "integerValue" in before && "integerValue" in increment;
  return whole ? { integerValue: String(total) } : { doubleValue: total };
}

function extreme(before: Value | undefined, limit: Value, sign: 1 | -1): Value {
  if (!before || !isNumber(before)) return limit;
  return (numberOf(limit) - numberOf(before)) * sign > 0 ? limit : before;
}

function isNumber(value: Value): boolean {
  return "integerValue" in value || "doubleValue" in value;
}

function includes(values: Value[], wanted: Value): boolean {
  return values.some((value) => compareValues(value, wanted) === 0);
}
