import { HttpResponse } from "msw";

export type Fields = Record<string, unknown>;

export async function fieldsOf(request: Request): Promise<Fields> {
  return isJson(request)
    ? ((await request.json()) as Fields)
    : Object.fromEntries(await request.formData());
}

function isJson(request: Request): boolean {
  return request.headers.get("Content-Type")?.startsWith("application/json") ?? false;
}

/** Redirects a form back to the console; responds to scripts with JSON. */
export function respond(request: Request, origin: string, anchor = ""): Response {
  const fromForm = request.headers.get("Accept")?.includes("text/html") ?? false;
  if (!fromForm) return HttpResponse.json({ ok: true });
  return new HttpResponse(null, { status: 303, headers: { Location: `${origin}/${anchor}` } });
}

export function badRequest(error: string): Response {
  return HttpResponse.json({ error }, { status: 400 });
}
