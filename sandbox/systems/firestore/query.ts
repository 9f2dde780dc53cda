import { type Document, valueAt } from "./document.ts";
import type { Documents } from "./documents.ts";
import { refuse } from "./failure.ts";
import {
  checkFilter,
  equalText,
  type FieldReference,
  type Filter,
  inequalities,
  matches,
} from "./filter.ts";
import { compareValues } from "./order.ts";
import { comparePaths, fieldAt, parseFieldPath, withField } from "./paths.ts";

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

/** A document, and its values of the order's fields: looked up once, not for each comparison. */
interface Row {
  document: Document;
  keys: (Value | undefined)[];
}

const keysOf = (document: Document, orders: Order[]) =>
  orders.map(({ path }) => valueAt(document, path));

/** The documents a query finds, in its order. */
export function runQuery(store: Documents, parent: string, query: StructuredQuery): Document[] {
  checkQuery(query);
  const orders = ordersOf(query);
  const found = candidates(store, parent, query)
    .filter((document) => !query.where || matches(document, query.where))
    .map((document): Row => ({ document, keys: keysOf(document, orders) }))
    .filter(({ keys }) => !keys.includes(undefined))
    .sort((left, right) => compareRows(left, right, orders))
    .filter((row) => isAfter(row, query.startAt, orders))
    .filter((row) => !query.endAt || !isAfter(row, query.endAt, orders));
  const from = query.offset ?? 0;
  const until = query.limit ? from + (query.limit.value ?? 0) : undefined;
  return found.slice(from, until).map(({ document }) => project(document, query.select));
}

function checkQuery({ where, orderBy = [], startAt, endAt }: StructuredQuery): void {
  if (where) checkFilter(where);
  for (const cursor of [startAt, endAt])
    if ((cursor?.values?.length ?? 0) > orderBy.length) refuse("A cursor has too many values");
}

/**
 * Those that the query is about, or fewer: those that one of its conditions leaves. Without a collection's id, every
 * document below the parent.
 */
function candidates(store: Documents, parent: string, { from, where }: StructuredQuery) {
  const { collectionId = "", allDescendants = false } = from?.[0] ?? {};
  if (allDescendants) {
    const all = store.below(parent);
    return collectionId ? all.filter(({ name }) => name.split("/").at(-2) === collectionId) : all;
  }
  const collection = `${parent}/${collectionId}`;
  const [path, text] = equalText(where) ?? [];
  return path === undefined || text === undefined
    ? store.of(collection)
    : store.withText(collection, path, text);
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

function compareRows(left: Row, right: Row, orders: Order[]): number {
  for (const [index, { path, sign }] of orders.entries()) {
    const order =
      path === "__name__"
        ? comparePaths(left.document.name, right.document.name)
        : compareValues(left.keys[index] ?? {}, right.keys[index] ?? {});
    if (order !== 0) return order * sign;
  }
  return 0;
}

/** Whether a document lies at or behind a cursor (a missing cursor is before everything). */
function isAfter({ keys }: Row, cursor: Cursor | undefined, orders: Order[]): boolean {
  if (!cursor) return true;
  for (const [index, value] of (cursor.values ?? []).entries()) {
    const order = orders[index];
    if (!order) break;
    const compared = compareValues(keys[index] ?? {}, value) * order.sign;
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
