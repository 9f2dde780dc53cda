import { extreme, increased } from "./numbers.ts";
import { compareValues } from "./order.ts";
import type { Timestamp, Value } from "./value.ts";

export interface Transform {
  fieldPath: string;
  setToServerValue?: string;
  increment?: Value;
  maximum?: Value;
  minimum?: Value;
  appendMissingElements?: { values?: Value[] };
  removeAllFromArray?: { values?: Value[] };
}

/** What a transform makes of a field's value (write.proto). */
export function transformed(before: Value | undefined, transform: Transform, at: Timestamp): Value {
  if (transform.setToServerValue) return { timestampValue: at };
  if (transform.increment) return increased(before, transform.increment);
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

function includes(values: Value[], wanted: Value): boolean {
  return values.some((value) => compareValues(value, wanted) === 0);
}
