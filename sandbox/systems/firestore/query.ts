import { type FieldReference, type Filter, matches, valueAt } from "./filter.ts";
import { type Document, type DocumentStore, FirestoreFailure } from "./store.ts";
import {
  comparePaths,
  compareValues,
  fieldAt,
  numberOf,
  parseFieldPath,
  type Value,
  withField,
} from "./value.ts";

interface Cursor {
  values?: Value[];
  before?: boolean;
}

export interface StructuredQuery {
  select?: { fields?: FieldReference[] };
  from?: { collectionId?: string; allDescendants?: boolean }[];
  where?: Filter;
  orderBy?: { field: FieldReference; direction?: string }[];
  startAt?: Cursor;
  endAt?: Cursor;
  offset?: number;
  limit?: { value?: number };
}

export interface Aggregation {
  alias: string;
  count?: { upTo?: { value?: string } };
  sum?: { field: FieldReference };
  avg?: { field: FieldReference };
}

interface Order {
  path: string;
  sign: 1 | -1;
}

/** The documents a query finds, in its order. */
export function runQuery(store: DocumentStore, parent: string, query: StructuredQuery): Document[] {
  const orders = ordersOf(query);
  const found = collection(store, parent, query)
    .filter((document) => !query.where || matches(document, query.where))
    .filter((document) => orders.every(({ path }) => valueAt(document, path) !== undefined))
    .sort((left, right) => compareDocuments(left, right, orders))
    .filter((document) => isAfter(document, query.startAt, orders))
    .filter((document) => !query.endAt || !isAfter(document, query.endAt, orders));
  const from = query.offset ?? 0;
  const until = query.limit ? from + (query.limit.value ?? 0) : undefined;
  return found.slice(from, until).map((document) => project(document, query.select));
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
    .filter((value) => "integerValue" in value || "doubleValue" in value);
  const total = numbers.reduce((before, value) => before + numberOf(value), 0);
  if (sum) {
    const whole = numbers.every((value) => "integerValue" in value);
    return whole ? { integerValue: String(total) } : { doubleValue: total };
  }
  return numbers.length === 0
    ? { nullValue: "NULL_VALUE" }
    : { doubleValue: total / numbers.length };
}

function collection(store: DocumentStore, parent: string, { from }: StructuredQuery): Document[] {
  const { collectionId = "", allDescendants = false } = from?.[0] ?? {};
  if (allDescendants) {
    return store.below(parent).filter(({ name }) => name.split("/").at(-2) === collectionId);
  }
  const prefix = `${parent}/${collectionId}/`;
  return store.below(parent).filter(({ name }) => {
    return name.startsWith(prefix) && !name.slice(prefix.length).includes("/");
  });
}

/** Firestore adds the fields of inequalities, and the document's name, to every order. */
function ordersOf({ orderBy = [], where }: StructuredQuery): Order[] {
  const orders: Order[] = orderBy.map(({ field, direction }) => ({
    path: field.fieldPath,
    sign: direction === "DESCENDING" ? -1 : 1,
  }));
  const sign = orders.at(-1)?.sign ?? 1;
  for (const path of [...inequalities(where).sort(), "__name__"]) {
    if (!orders.some((order) => order.path === path)) orders.push({ path, sign });
  }
  return orders;
}

const inequalityOperators = new Set([
  "LESS_THAN",
  "LESS_THAN_OR_EQUAL",
  "GREATER_THAN",
  "GREATER_THAN_OR_EQUAL",
  "NOT_EQUAL",
  "NOT_IN",
]);

function inequalities(filter: Filter | undefined): string[] {
  if (filter?.compositeFilter) return (filter.compositeFilter.filters ?? []).flatMap(inequalities);
  const { fieldFilter } = filter ?? {};
  return fieldFilter && inequalityOperators.has(fieldFilter.op)
    ? [fieldFilter.field.fieldPath]
    : [];
}

function compareDocuments(left: Document, right: Document, orders: Order[]): number {
  for (const { path, sign } of orders) {
    const order =
      path === "__name__"
        ? comparePaths(left.name, right.name)
        : compareValues(valueAt(left, path) ?? {}, valueAt(right, path) ?? {});
    if (order !== 0) return order * sign;
  }
  return 0;
}

/** Whether a document lies at or behind a cursor (a missing cursor is before everything). */
function isAfter(document: Document, cursor: Cursor | undefined, orders: Order[]): boolean {
  if (!cursor) return true;
  for (const [index, value] of (cursor.values ?? []).entries()) {
    const order = orders[index];
    if (!order) throw new FirestoreFailure("INVALID_ARGUMENT", "Cursor has too many values");
    const compared = compareValues(valueAt(document, order.path) ?? {}, value) * order.sign;
    if (compared !== 0) return compared > 0;
  }
  return cursor.before === true;
}

function project(document: Document, select: StructuredQuery["select"]): Document {
  if (!select) return document;
  let fields: Document["fields"] = {};
  for (const { fieldPath } of select.fields ?? []) {
    const path = parseFieldPath(fieldPath);
    const value = fieldAt(document.fields, path);
    if (value !== undefined) fields = withField(fields, path, value);
  }
  return { ...document, fields };
}
