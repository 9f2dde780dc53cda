/**
 * A JSON object sent as `application/json` or in `text/plain` (contract 8); an empty body is an empty object.
 * @returns undefined where the body is anything else
 */
export async function readJsonObject(
  request: Request,
): Promise<Record<string, unknown> | undefined> {
  const body = await request.text();
  if (body.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
