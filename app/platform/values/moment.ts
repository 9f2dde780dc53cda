/** Epoch milliseconds of a number, Date or Timestamp; undefined for anything else. */
export function moment(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (value instanceof Date) return value.getTime();
  const { toMillis } = (value ?? {}) as { toMillis?: () => number };
  return typeof toMillis === "function" ? toMillis.call(value) : undefined;
}
