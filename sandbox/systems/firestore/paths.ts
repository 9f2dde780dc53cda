import { refuse } from "./failure.ts";
import { type Fields, utf8, type Value } from "./value.ts";

/** Paths are few, and each document of a query is looked at by the same one. */
const parsed = new Map<string, string[]>();

/** `a.b.\`odd.name\`` as its segments. */
export function parseFieldPath(path: string): string[] {
  const segments = parsed.get(path) ?? segmentsOf(path);
  if (parsed.size < 10_000) parsed.set(path, segments);
  return segments;
}

function segmentsOf(path: string): string[] {
  const segments = path.match(/`(?:[^`\\]|\\.)*`|[^.`]+/g) ?? refuse("A field path is empty");
  return segments.map((segment) =>
    segment.startsWith("`") ? segment.slice(1, -1).replace(/\\(.)/g, "$1") : segment,
  );
}

export function fieldAt(fields: Fields, path: readonly string[]): Value | undefined {
  let value: Value | undefined = { mapValue: { fields } };
  for (const name of path) {
    const inner: Fields = value?.mapValue?.fields ?? {};
    value = Object.hasOwn(inner, name) ? inner[name] : undefined;
  }
  return path.length > 0 ? value : undefined;
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
    const inner = fieldAt(copy, [head])?.mapValue?.fields;
    if (value === undefined && !inner) return copy;
    copy[head] = { mapValue: { fields: withField(inner ?? {}, rest, value) } };
  } else if (value === undefined) delete copy[head];
  else copy[head] = value;
  return copy;
}

/** The order of documents' names: segment by segment, numeric ids (`__id7__`) before all others. */
export function comparePaths(left: string, right: string): number {
  const others = right.split("/");
  const segments = left.split("/");
  for (const [index, segment] of segments.entries()) {
    const other = others[index];
    if (other === undefined) return 1;
    const order = compareIds(segment, other);
    if (order !== 0) return order;
  }
  return segments.length - others.length;
}

function compareIds(left: string, right: string): number {
  const [number, other] = [numericId(left), numericId(right)];
  if (number === undefined && other === undefined) return Buffer.compare(utf8(left), utf8(right));
  if (number === undefined) return 1;
  if (other === undefined) return -1;
  return number < other ? -1 : number > other ? 1 : 0;
}

function numericId(id: string): bigint | undefined {
  const digits = /^__id(-?\d+)__$/.exec(id)?.[1];
  return digits === undefined ? undefined : BigInt(digits);
}
