import { numberOf } from "./numbers.ts";
import type { Fields, Timestamp, Value } from "./value.ts";

/** A JavaScript value in Firestore's form: dates become Timestamps, buffers bytes. */
function toValue(value: unknown): Value {
  if (value === null || value === undefined) return { nullValue: "NULL_VALUE" };
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { booleanValue: value };
  if (typeof value === "number") {
    return Number.isSafeInteger(value) ? { integerValue: String(value) } : { doubleValue: value };
  }
  if (value instanceof Date) return { timestampValue: timestampOf(value) };
  if (value instanceof Uint8Array) return { bytesValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(toValue) } };
  return { mapValue: { fields: toFields(value) } };
}

export function toFields(record: object): Fields {
  const entries = Object.entries(record).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name, toValue(value)]));
}

export function fromFields(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, fromValue(value)]),
  );
}

function fromValue(value: Value): unknown {
  if (value.timestampValue) {
    const { seconds = "0", nanos = 0 } = value.timestampValue;
    return new Date(Number(seconds) * 1000 + nanos / 1e6);
  }
  if (value.arrayValue) return (value.arrayValue.values ?? []).map(fromValue);
  if (value.mapValue) return fromFields(value.mapValue.fields ?? {});
  if ("integerValue" in value || "doubleValue" in value) return numberOf(value);
  if ("nullValue" in value) return null;
  return value.stringValue ?? value.booleanValue ?? value.referenceValue ?? value.bytesValue;
}

export function timestampOf(date: Date): Timestamp {
  const milliseconds = date.getTime();
  const seconds = Math.floor(milliseconds / 1000);
  return { seconds: String(seconds), nanos: (milliseconds - seconds * 1000) * 1_000_000 };
}
