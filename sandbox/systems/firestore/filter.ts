import { type Document, FirestoreFailure } from "./store.ts";
import { compareValues, fieldAt, parseFieldPath, typeOf, type Value } from "./value.ts";

export interface FieldReference {
  fieldPath: string;
}

export interface Filter {
  compositeFilter?: { op: "AND" | "OR"; filters?: Filter[] };
  fieldFilter?: { field: FieldReference; op: string; value: Value };
  unaryFilter?: { op: string; field: FieldReference };
}

export function matches(document: Document, filter: Filter): boolean {
  if (filter.compositeFilter) {
    const { op, filters = [] } = filter.compositeFilter;
    return op === "OR"
      ? filters.some((part) => matches(document, part))
      : filters.every((part) => matches(document, part));
  }
  if (filter.unaryFilter) {
    const value = valueAt(document, filter.unaryFilter.field.fieldPath);
    return value !== undefined && matchesUnary(value, filter.unaryFilter.op);
  }
  const { field, op, value: wanted } = filter.fieldFilter ?? failUnknown();
  const value = valueAt(document, field.fieldPath);
  return value !== undefined && matchesField(value, op, wanted);
}

function matchesUnary(value: Value, op: string): boolean {
  const isNull = "nullValue" in value;
  const isNotANumber = Number.isNaN(value.doubleValue);
  switch (op) {
    case "IS_NULL":
      return isNull;
    case "IS_NOT_NULL":
      return !isNull;
    case "IS_NAN":
      return isNotANumber;
    case "IS_NOT_NAN":
      return !isNull && !isNotANumber;
    default:
      return failUnknown();
  }
}

function matchesField(value: Value, op: string, wanted: Value): boolean {
  const order = compareValues(value, wanted);
  const comparable = typeOf(value) === typeOf(wanted);
  const elements = value.arrayValue?.values ?? [];
  const candidates = wanted.arrayValue?.values ?? [];
  const isOneOf = (candidate: Value) =>
    candidates.some((other) => compareValues(candidate, other) === 0);
  switch (op) {
    case "EQUAL":
      return order === 0;
    case "NOT_EQUAL":
      return order !== 0 && !("nullValue" in value);
    case "LESS_THAN":
      return comparable && order < 0;
    case "LESS_THAN_OR_EQUAL":
      return comparable && order <= 0;
    case "GREATER_THAN":
      return comparable && order > 0;
    case "GREATER_THAN_OR_EQUAL":
      return comparable && order >= 0;
    case "IN":
      return isOneOf(value);
    case "NOT_IN":
      return !("nullValue" in value) && !isOneOf(value);
    case "ARRAY_CONTAINS":
      return elements.some((element) => compareValues(element, wanted) === 0);
    case "ARRAY_CONTAINS_ANY":
      return elements.some(isOneOf);
    default:
      return failUnknown();
  }
}

export function valueAt(document: Document, path: string): Value | undefined {
  if (path === "__name__") return { referenceValue: document.name };
  return fieldAt(document.fields, parseFieldPath(path));
}

function failUnknown(): never {
  throw new FirestoreFailure("INVALID_ARGUMENT", "Unknown operator in a query");
}
