/** The last millisecond that a `Date` can hold. */
const lastMoment = 8_640_000_000_000_000;

/** Epoch milliseconds of a number, Date or Timestamp; undefined for anything else, and for what is no date. */
export function moment(value: unknown): number | undefined {
  const at = millisecondsOf(value);
  return at !== undefined && Math.abs(at) <= lastMoment ? at : undefined;
}

function millisecondsOf(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (value instanceof Date) return value.getTime();
  const { toMillis } = (value ?? {}) as { toMillis?: () => number };
  return typeof toMillis === "function" ? toMillis.call(value) : undefined;
}
