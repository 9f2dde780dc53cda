import { refuse } from "./failure.ts";
import { type Fields, utf8, type Value } from "./value.ts";

/** `a.b.\`odd.name\`` as its segments. */
export function parseFieldPath(path: string): string[] {
  const segments = path.match(/`(?:[^`\\]|\\.)*`|[^.`]+/g) ?? refuse("A field path is empty");
  return segments.map((segment) =>
    segment.startsWith("`") ? segment.slice(1, -1).replace(/\\(.)/g, "$1") : segment,
  );
}

export function fieldAt(fields: Fields, [head, ...rest]: string[]): Value | undefined {
  const value = head === undefined || !Object.hasOwn(fields, head) ? undefined : fields[head];
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
