// Fields of an export's entries, which may be anything.

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A list, or the one element that came without its list (docs/instagram.md#the-export). */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isFields(value) ? [value] : [];
}

const firstMilliseconds = 1e11;
const lastSecond = 0xffff_ffff;

/** Epoch seconds of a time in seconds or milliseconds; undefined where there is none. */
export function timestampSeconds(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) return undefined;
  const seconds = Math.floor(number > firstMilliseconds ? number / 1000 : number);
  return seconds > 0 && seconds <= lastSecond ? seconds : undefined;
}

/** The time of an entry, in any of the fields that are known for it. */
export const timeOf = (entry: Fields): number | undefined =>
  timestampSeconds(entry.timestamp) ??
  timestampSeconds(entry.timestamp_ms) ??
  timestampSeconds(entry.timestamp_value);
