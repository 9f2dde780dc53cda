import { parseJson } from "~/platform/values/json";

/**
 * Reads a body that is a JSON object, whether sent as `application/json` or `text/plain` (docs/interfaces/app.yaml). An empty body
 * counts as an empty object.
 * @returns undefined for any other body
 */
export async function readJsonObject(
  request: Request,
): Promise<Record<string, unknown> | undefined> {
  const body = await request.text();
  if (body.trim() === "") return {};
  const { value } = parseJson(body);
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}
