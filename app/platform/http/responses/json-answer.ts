/** An answer to a program, which nobody keeps. */
export const jsonAnswer = (
  body: object,
  status = 200,
  headers: Record<string, string> = {},
): Response =>
  Response.json(body, { status, headers: { "cache-control": "private, no-store", ...headers } });
