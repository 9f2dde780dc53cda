/** A Firestore value as the wire carries it: one of the keys is set. */
export interface Value {
  nullValue?: "NULL_VALUE";
  booleanValue?: boolean;
  integerValue?: string;
  doubleValue?: number;
  timestampValue?: Timestamp;
  stringValue?: string;
  bytesValue?: Uint8Array;
  referenceValue?: string;
  geoPointValue?: { latitude?: number; longitude?: number };
  arrayValue?: { values?: Value[] };
  mapValue?: { fields?: Fields };
}

export interface Timestamp {
  seconds?: string;
  nanos?: number;
}

export type Fields = Record<string, Value>;

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
      return compareNumbers(numberOf(left), numberOf(right));
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
        compareNumbers(left.geoPointValue?.latitude ?? 0, right.geoPointValue?.latitude ?? 0) ||
        compareNumbers(left.geoPointValue?.longitude ?? 0, right.geoPointValue?.longitude ?? 0)
      );
    case "arrayValue":
      return compareLists(left.arrayValue?.values ?? [], right.arrayValue?.values ?? []);
    case "mapValue":
      return compareMaps(left.mapValue?.fields ?? {}, right.mapValue?.fields ?? {});
    default:
      return 0;
  }
}

export function comparePaths(left: string, right: string): number {
  const others = right.split("/");
  const segments = left.split("/");
  for (const [index, segment] of segments.entries()) {
    const other = others[index];
    if (other === undefined) return 1;
    const order = compareBytes(utf8(segment), utf8(other));
    if (order !== 0) return order;
  }
  return segments.length - others.length;
}

export function compareTimestamps(left: Timestamp = {}, right: Timestamp = {}): number {
  return (
    Number(left.seconds ?? 0) - Number(right.seconds ?? 0) || (left.nanos ?? 0) - (right.nanos ?? 0)
  );
}

export function numberOf(value: Value): number {
  return value.integerValue === undefined ? (value.doubleValue ?? 0) : Number(value.integerValue);
}

/** `a.b.\`odd.name\`` as its segments. */
export function parseFieldPath(path: string): string[] {
  const segments = path.match(/`(?:[^`\\]|\\.)*`|[^.`]+/g) ?? [];
  return segments.map((segment) =>
    segment.startsWith("`") ? segment.slice(1, -1).replace(/\\(.)/g, "$1") : segment,
  );
}

export function fieldAt(fields: Fields, [head, ...rest]: string[]): Value | undefined {
  const value = head === undefined ? undefined : fields[head];
  if (rest.length === 0 || value === undefined) return value;
  return value.mapValue ? fieldAt(value.mapValue.fields ?? {}, rest) : undefined;
}

/** A copy of the fields with one of them set, or removed when there is no value. */
export function withField(
  fields: Fields,
  [head, ...rest]: string[],
  value: Value | undefined,
): Fields {
  if (head === undefined) return fields;
  const copy = { ...fields };
  if (rest.length > 0) {
    const inner = copy[head]?.mapValue?.fields;
    if (value === undefined && !inner) return copy;
    copy[head] = { mapValue: { fields: withField(inner ?? {}, rest, value) } };
  } else if (value === undefined) delete copy[head];
  else copy[head] = value;
  return copy;
}

/** A JavaScript value in Firestore's form: dates become Timestamps. */
export function toValue(value: unknown): Value {
  if (value === null || value === undefined) return { nullValue: "NULL_VALUE" };
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { booleanValue: value };
  if (typeof value === "number") {
    return Number.isSafeInteger(value) ? { integerValue: String(value) } : { doubleValue: value };
  }
  if (value instanceof Date) return { timestampValue: timestampOf(value) };
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

function compareNumbers(left: number, right: number): number {
  if (Number.isNaN(left)) return Number.isNaN(right) ? 0 : -1;
  if (Number.isNaN(right)) return 1;
  return left < right ? -1 : left > right ? 1 : 0;
}

function utf8(text = ""): Uint8Array {
  return Buffer.from(text, "utf8");
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
      .sort()
      .flatMap((name) => [{ stringValue: name }, fields[name] ?? {}]);
  return compareLists(sorted(left), sorted(right));
}
