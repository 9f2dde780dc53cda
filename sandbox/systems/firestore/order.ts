import { compareNumbers } from "./numbers.ts";
import { comparePaths } from "./paths.ts";
import { type Fields, type Timestamp, utf8, type Value } from "./value.ts";

/** Firestore's order of types. */
const typeOrder = [
  ["nullValue"],
  ["booleanValue"],
  ["integerValue", "doubleValue"],
  ["timestampValue"],
  ["stringValue"],
  ["bytesValue"],
  ["referenceValue"],
  ["geoPointValue"],
  ["arrayValue"],
  ["mapValue"],
] as const satisfies (keyof Value)[][];

export function typeOf(value: Value): number {
  return typeOrder.findIndex((keys) => keys.some((key) => key in value));
}

/** Firestore's order of values: by type first, then within the type. */
export function compareValues(left: Value, right: Value): number {
  const type = typeOf(left);
  if (type !== typeOf(right)) return type - typeOf(right);
  switch (typeOrder[type]?.[0]) {
    case "booleanValue":
      return Number(left.booleanValue) - Number(right.booleanValue);
    case "integerValue":
      return compareNumbers(left, right);
    case "timestampValue":
      return compareTimestamps(left.timestampValue, right.timestampValue);
    case "stringValue":
      return compareBytes(utf8(left.stringValue), utf8(right.stringValue));
    case "bytesValue":
      return compareBytes(left.bytesValue, right.bytesValue);
    case "referenceValue":
      return comparePaths(left.referenceValue ?? "", right.referenceValue ?? "");
    case "geoPointValue":
      return (
        (left.geoPointValue?.latitude ?? 0) - (right.geoPointValue?.latitude ?? 0) ||
        (left.geoPointValue?.longitude ?? 0) - (right.geoPointValue?.longitude ?? 0)
      );
    case "arrayValue":
      return compareLists(left.arrayValue?.values ?? [], right.arrayValue?.values ?? []);
    case "mapValue":
      return compareMaps(left.mapValue?.fields ?? {}, right.mapValue?.fields ?? {});
    default:
      return 0;
  }
}

export function compareTimestamps(left: Timestamp = {}, right: Timestamp = {}): number {
  return (
    Number(left.seconds ?? 0) - Number(right.seconds ?? 0) || (left.nanos ?? 0) - (right.nanos ?? 0)
  );
}

function compareBytes(left: Uint8Array = utf8(), right: Uint8Array = utf8()): number {
  return Buffer.compare(left, right);
}

function compareLists(left: Value[], right: Value[]): number {
  for (const [index, value] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const order = compareValues(value, other);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function compareMaps(left: Fields, right: Fields): number {
  const sorted = (fields: Fields) =>
    Object.keys(fields)
      .sort((one, other) => Buffer.compare(utf8(one), utf8(other)))
      .flatMap((name) => [{ stringValue: name }, fields[name] ?? {}]);
  return compareLists(sorted(left), sorted(right));
}
