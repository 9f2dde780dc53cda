/** An area and a place of the IANA database, or `UTC`; offsets such as `+02:00` keep no summer time. */
const form = /^(?:UTC|[A-Z][A-Za-z_]+(?:\/[A-Za-z0-9_+-]+){1,2})$/;

/**
 * The text, if it names a time zone that this machine knows; else undefined. It is not rewritten: the database's own
 * spelling may be an older one (`Asia/Calcutta`).
 */
export function asTimeZone(text: unknown): string | undefined {
  if (typeof text !== "string" || text.length > 64 || !form.test(text)) return undefined;
  try {
    new Intl.DateTimeFormat("en", { timeZone: text });
    return text;
  } catch {
    return undefined;
  }
}

/** Those that a person can choose from. The machine's list has areas and places only. */
export const timeZones: readonly string[] = [
  ...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")]),
];
