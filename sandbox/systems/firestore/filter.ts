import { type Document, valueAt } from "./document.ts";
import { refuse } from "./failure.ts";
import { isNaNValue } from "./numbers.ts";
import { compareValues, typeOf } from "./order.ts";
import type { Value } from "./value.ts";

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
  const { field, op, value: wanted } = filter.fieldFilter ?? refuse("Unknown operator in a query");
  const value = valueAt(document, field.fieldPath);
  return value !== undefined && matchesField(value, op, wanted);
}

function matchesUnary(value: Value, op: string): boolean {
  const isNull = "nullValue" in value;
  const isNotANumber = isNaNValue(value);
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
      return refuse("Unknown operator in a query");
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
      // A comparison with null is not true, so that null among the candidates leaves nothing over.
      return ![value, ...candidates].some((each) => "nullValue" in each) && !isOneOf(value);
    case "ARRAY_CONTAINS":
      return elements.some((element) => compareValues(element, wanted) === 0);
    case "ARRAY_CONTAINS_ANY":
      return elements.some(isOneOf);
    default:
      return refuse("Unknown operator in a query");
  }
}

const inequalityOperators = new Set([
  "LESS_THAN",
  "LESS_THAN_OR_EQUAL",
  "GREATER_THAN",
  "GREATER_THAN_OR_EQUAL",
  "NOT_EQUAL",
  "NOT_IN",
]);

/** The fields that an order must have for this filter. */
export function inequalities(filter: Filter | undefined): string[] {
  return partsOf(filter).flatMap(({ fieldFilter, unaryFilter }) => {
    if (fieldFilter && inequalityOperators.has(fieldFilter.op))
      return [fieldFilter.field.fieldPath];
    return unaryFilter && exclusive.has(unaryFilter.op) ? [unaryFilter.field.fieldPath] : [];
  });
}

/** Of these a query has one at most, and `NOT_IN` stands with no other disjunction (query.proto). */
const exclusive = new Set(["NOT_EQUAL", "NOT_IN", "IS_NOT_NULL", "IS_NOT_NAN"]);
const mostDisjunctions = 30;

/** Refuses what query.proto does not allow, whatever the documents are. */
export function checkFilter(filter: Filter): void {
  const parts = partsOf(filter);
  const operators = parts.map(
    ({ fieldFilter, unaryFilter }) => (fieldFilter ?? unaryFilter)?.op ?? "",
  );
  if (operators.filter((op) => exclusive.has(op)).length > 1) refuse("Two negations in one query");
  const alternatives = disjunctions(filter);
  if (operators.includes("NOT_IN") && alternatives > 1) refuse("NOT_IN beside a disjunction");
  if (alternatives > mostDisjunctions) refuse(`More than ${mostDisjunctions} disjunctions`);
  for (const { fieldFilter } of parts) {
    if (!fieldFilter || !/IN$|ANY$/.test(fieldFilter.op)) continue;
    const count = fieldFilter.value.arrayValue?.values?.length ?? 0;
    if (count === 0) refuse(`${fieldFilter.op} without values`);
    if (fieldFilter.op === "NOT_IN" && count > 10) refuse("NOT_IN with more than 10 values");
  }
}

/** A field and the text that every document of the query has there; undefined where it asks for none. */
export function equalText(filter: Filter | undefined): [path: string, text: string] | undefined {
  if (!filter || filter.compositeFilter?.op === "OR") return undefined;
  const parts = filter.compositeFilter?.filters ?? [filter];
  for (const { fieldFilter } of parts) {
    const text = fieldFilter?.value.stringValue;
    if (fieldFilter?.op === "EQUAL" && text !== undefined)
      return [fieldFilter.field.fieldPath, text];
  }
  return undefined;
}

function partsOf(filter: Filter | undefined): Filter[] {
  if (!filter) return [];
  return filter.compositeFilter
    ? (filter.compositeFilter.filters ?? []).flatMap(partsOf)
    : [filter];
}

/** How many conjunctions a filter falls into when every alternative is multiplied out. */
function disjunctions({ compositeFilter, fieldFilter }: Filter): number {
  if (compositeFilter) {
    const counts = (compositeFilter.filters ?? []).map(disjunctions);
    return compositeFilter.op === "OR"
      ? counts.reduce((sum, count) => sum + count, 0)
      : counts.reduce((product, count) => product * count, 1);
  }
  const isList = fieldFilter && ["IN", "ARRAY_CONTAINS_ANY"].includes(fieldFilter.op);
  return isList ? Math.max(1, fieldFilter.value.arrayValue?.values?.length ?? 0) : 1;
}
