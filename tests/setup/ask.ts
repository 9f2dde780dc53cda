import { decode } from "turbo-stream";
import { visit } from "./app.ts";
import type { Outcome } from "./requests.ts";

interface Question {
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
 * What a page's script gets at an address: status or redirect, and the data of the innermost route. It goes through the
 * server that the container runs (`visit`); for what the page then shows, visit it.
 */
export async function ask(path: string, { fields, ...init }: Question = {}): Promise<Outcome> {
  const [name = "", query] = path.split("?", 2);
  const at = `${name === "/" ? "/_root" : name}.data${query === undefined ? "" : `?${query}`}`;
  const form = fields && { method: "POST", body: new URLSearchParams(fields) };
  const answer = await visit(at, { ...init, ...form });
  const cookie = answer.headers.get("set-cookie");
  if (!answer.headers.get("content-type")?.startsWith("text/x-script")) return whole(answer);
  const result = await decoded(answer);
  if (isRedirect(result))
    return { status: result.status, location: result.redirect, cookie, body: "" };
  const { data, error } = fields ? (result as Data) : innermost(result as Record<string, Data>);
  return { status: answer.status, location: null, cookie, body: data ?? error ?? null };
}

const innermost = (routes: Record<string, Data>): Data => Object.values(routes).at(-1) ?? {};

const isRedirect = (result: unknown): result is Redirect =>
  typeof result === "object" && result !== null && "redirect" in result;

/** Reads Remix's own types as its browser side does (single-fetch.tsx of @remix-run/react). */
async function decoded({ body }: Response): Promise<unknown> {
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

/** What an address that is no page answers to a body as it stands. */
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
  return whole(answer);
}

async function whole(answer: Response): Promise<Outcome> {
  const { status, headers } = answer;
  return {
    status,
    location: headers.get("location"),
    cookie: headers.get("set-cookie"),
    body: await answer.text(),
  };
}
