import { decode } from "turbo-stream";
import { visit } from "./app.ts";
import type { Outcome } from "./requests.ts";

interface AskOptions {
  cookie?: string;
  client?: string | undefined;
  /** Fields of a form to post. */
  fields?: Record<string, string>;
}

interface Redirect {
  redirect: string;
  status: number;
}

interface Data {
  data?: unknown;
  error?: unknown;
}

/**
 * Requests an address as Remix's script does on a navigation: status or redirect, and the data of the innermost route.
 * Goes through the whole server (`visit`). To see the page's HTML, use `visit`.
 */
export async function ask(path: string, { fields, ...init }: AskOptions = {}): Promise<Outcome> {
  const [name = "", query] = path.split("?", 2);
  const at = `${name === "/" ? "/_root" : name}.data${query === undefined ? "" : `?${query}`}`;
  const form = fields && { method: "POST", body: new URLSearchParams(fields) };
  const answer = await visit(at, { ...init, ...form });
  const cookie = answer.headers.get("set-cookie");
  if (!answer.headers.get("content-type")?.startsWith("text/x-script")) return outcomeOf(answer);
  const result = await decodeData(answer);
  if (isRedirect(result))
    return { status: result.status, location: result.redirect, cookie, body: "" };
  const { data, error } = fields ? (result as Data) : innermost(result as Record<string, Data>);
  return { status: answer.status, location: null, cookie, body: data ?? error ?? null };
}

const innermost = (routes: Record<string, Data>): Data => Object.values(routes).at(-1) ?? {};

const isRedirect = (result: unknown): result is Redirect =>
  typeof result === "object" && result !== null && "redirect" in result;

/** Reads Remix's own types as its browser side does (single-fetch.tsx of @remix-run/react). */
async function decodeData({ body }: Response): Promise<unknown> {
  if (!body) throw new Error("no data");
  const { value, done } = await decode(body, {
    plugins: [
      (type, ...rest) => {
        switch (type) {
          case "SingleFetchRedirect":
          case "SingleFetchClassInstance":
            return { value: rest[0] };
          case "ErrorResponse":
            return { value: { data: rest[0], status: rest[1] } };
          case "SanitizedError":
            return { value: new Error(String(rest[1])) };
          case "SingleFetchFallback":
            return { value: undefined };
        }
        return undefined;
      },
    ],
  });
  await done;
  return value;
}

/** Posts a raw body to an address that is not a page. */
export async function send(
  path: string,
  body: string,
  { type = "application/json", ...init }: { type?: string; cookie?: string; client?: string } = {},
): Promise<Outcome> {
  const answer = await visit(path, {
    ...init,
    method: "POST",
    body,
    headers: { "content-type": type },
  });
  return outcomeOf(answer);
}

async function outcomeOf(answer: Response): Promise<Outcome> {
  const { status, headers } = answer;
  return {
    status,
    location: headers.get("location"),
    cookie: headers.get("set-cookie"),
    body: await answer.text(),
  };
}
