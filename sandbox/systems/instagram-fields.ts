import type { GraphFailure } from "../instagram/failures.ts";

/** `id,from{id,username}` → `id` without subfields, `from` with `id,username`. */
export function fieldsOf(text: string): Map<string, string | undefined> {
  const fields = new Map<string, string | undefined>();
  let rest = text;
  while (rest) {
    const [whole, name = ""] = /^\s*([\w.]+)(?:\([^)]*\))?/.exec(rest) ?? [rest];
    rest = rest.slice(whole.length);
    const inner = rest.startsWith("{") ? insideOf(rest) : undefined;
    if (inner !== undefined) rest = rest.slice(inner.length + 2);
    if (name) fields.set(name, inner);
    rest = rest.replace(/^[\s,]+/, "");
  }
  return fields;
}

/** The text between a brace and the one that closes it. */
function insideOf(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    if (text[at] === "}") depth -= 1;
    if (depth === 0) return text.slice(1, at);
  }
  return text.slice(1);
}

/** One field that does not exist fails the whole call. */
export function refusedField(
  fields: ReadonlyMap<string, unknown>,
  known: readonly string[],
  node: string,
): { failure: GraphFailure } | undefined {
  const wrong = [...fields.keys()].find((name) => !known.includes(name));
  if (wrong === undefined) return undefined;
  const message = `(#100) Tried accessing nonexisting field (${wrong}) on node type (${node})`;
  return { failure: { code: 100, message } };
}

/** The asked fields; the id is always among them, and what is undefined is left out. */
export const pick = (node: Record<string, unknown>, fields: ReadonlyMap<string, unknown>) =>
  Object.fromEntries(
    Object.entries(node).filter(
      ([name, value]) => value !== undefined && (name === "id" || fields.has(name)),
    ),
  );
