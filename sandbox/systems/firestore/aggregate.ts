import { type Document, valueAt } from "./document.ts";
import type { FieldReference } from "./filter.ts";
import { isNumber, numberOf, sumOf } from "./numbers.ts";
import type { Value } from "./value.ts";

export interface Aggregation {
  alias: string;
  count?: { upTo?: { value?: string } };
  sum?: { field: FieldReference };
  avg?: { field: FieldReference };
}

export function aggregate(documents: Document[], aggregation: Aggregation): Value {
  const { count, sum, avg } = aggregation;
  if (count) {
    const most = count.upTo?.value === undefined ? documents.length : Number(count.upTo.value);
    return { integerValue: String(Math.min(documents.length, most)) };
  }
  const path = sum?.field.fieldPath ?? avg?.field.fieldPath ?? "";
  const numbers = documents
    .map((document) => valueAt(document, path))
    .filter((value) => value !== undefined)
    .filter(isNumber);
  const total = sumOf(numbers);
  if (sum) return total;
  return numbers.length === 0
    ? { nullValue: "NULL_VALUE" }
    : { doubleValue: numberOf(total) / numbers.length };
}
