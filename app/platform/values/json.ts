export type ParsedJson = { ok: true; value: unknown } | { ok: false; value?: undefined };

/** Parses untrusted JSON. Never throws. */
export function parseJson(text: string): ParsedJson {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}
