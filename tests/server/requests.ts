import { type Part, partOf } from "./cell.ts";
import type { Ask } from "./visits/visit.ts";

export interface Answer {
  status: number;
  location: string;
  type: string;
  body: string;
  milliseconds: number;
  cookie: string;
}

let clients = 0;
/** Each request comes from a client of its own, so that no limit meets it. */
const newClient = () => {
  clients += 1;
  return `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`;
};

/** Sends what a browser would send, and reads the whole answer. Status 0 is a connection that broke off. */
export async function send(
  origin: string,
  { path, form, json, formOf }: Ask,
  cookie = "",
): Promise<Answer> {
  const drawn = formOf ? await hiddenFields(origin + formOf) : {};
  const post = form !== undefined || json !== undefined || path.startsWith("/api/");
  const body = json ? JSON.stringify(json) : form && new URLSearchParams({ ...drawn, ...form });
  const headers: Record<string, string> = {
    accept: "text/html,*/*;q=0.8",
    "x-forwarded-for": newClient(),
  };
  if (post) headers.origin = origin;
  if (json) headers["content-type"] = "application/json";
  if (cookie) headers.cookie = cookie;
  const started = performance.now();
  try {
    const response = await fetch(origin + path, {
      method: post ? "POST" : "GET",
      headers,
      body: body ?? null,
      redirect: "manual",
      signal: AbortSignal.timeout(30_000),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    return {
      status: response.status,
      location: response.headers.get("location") ?? "",
      type: response.headers.get("content-type") ?? "",
      body: bytes.toString("latin1"),
      milliseconds: performance.now() - started,
      cookie: response.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "",
    };
  } catch (error) {
    const milliseconds = performance.now() - started;
    return { status: 0, location: "", type: "", body: String(error), milliseconds, cookie: "" };
  }
}

/** The fields of a page's form that people do not fill in. */
export async function hiddenFields(address: string): Promise<Record<string, string>> {
  const page = await (await fetch(address)).text();
  const inputs = page.match(/<input[^>]*(type="hidden"|tabindex="-1")[^>]*>/gi) ?? [];
  return Object.fromEntries(
    inputs.map((input) => {
      const [, name = ""] = /name="([^"]*)"/.exec(input) ?? [];
      const [, value = ""] = /value="([^"]*)"/.exec(input) ?? [];
      return [name, value];
    }),
  );
}

/** The session cookie of somebody in a cell. */
export const signIn = (origin: string, cell: number, part: Part) =>
  signInAs(origin, partOf(cell, part).key);

/** The session cookie of somebody whose e-mail and password come from their key, as everybody's here. */
export async function signInAs(origin: string, key: string): Promise<string> {
  const { status, cookie } = await send(origin, {
    path: "/sign-in",
    formOf: "/sign-in",
    form: { email: `${key}@example.com`, password: `${key}-pass` },
  });
  if (status !== 302) throw new Error(`${key} could not sign in: ${status}`);
  return cookie;
}
