type Fields = Record<string, unknown>;

/** Merges maps field by field and replaces everything else, lists too. */
export function mergeFields(before: Fields, fields: Fields): Fields {
  const result = { ...before };
  for (const [name, value] of Object.entries(fields)) {
    const old = result[name];
    result[name] = isMap(old) && isMap(value) ? mergeFields(old, value) : value;
  }
  return result;
}

function isMap(value: unknown): value is Fields {
  return Object.prototype.toString.call(value) === "[object Object]";
}
