import { type Document, valueAt } from "./document.ts";
import { refuse } from "./failure.ts";
import { checkFilter, type FieldReference, type Filter, inequalities, matches } from "./filter.ts";
import { compareValues } from "./order.ts";
import { comparePaths, fieldAt, parseFieldPath, withField } from "./paths.ts";
import type { Documents } from "./store.ts";
import type { Value } from "./value.ts";

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

interface Order {
  path: string;
  sign: 1 | -1;
}

/** The documents a query finds, in its order. */
export function runQuery(store: Documents, parent: string, query: StructuredQuery): Document[] {
  checkQuery(query);
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

function checkQuery({ where, orderBy = [], startAt, endAt }: StructuredQuery): void {
  if (where) checkFilter(where);
  for (const cursor of [startAt, endAt])
    if ((cursor?.values?.length ?? 0) > orderBy.length) refuse("A cursor has too many values");
}

/** Those that the query is about; without a collection's id, every document below the parent. */
function collection(store: Documents, parent: string, { from }: StructuredQuery): Document[] {
  const { collectionId = "", allDescendants = false } = from?.[0] ?? {};
  if (allDescendants) {
    const all = store.below(parent);
    return collectionId ? all.filter(({ name }) => name.split("/").at(-2) === collectionId) : all;
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
    if (!order) break;
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
