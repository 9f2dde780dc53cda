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

export function utf8(text = ""): Uint8Array {
  return Buffer.from(text, "utf8");
}
