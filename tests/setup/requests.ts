import type { AppLoadContext } from "@remix-run/node";
import { honeypotFields } from "~/platform/http/forms/honeypot.server";
import { isDataWithInit } from "~/platform/pages/loader-prefetch.server";
import { beginSession } from "~/platform/session/session.server";
import { sandbox } from "./outside.ts";

const origin = "http://localhost:3000";

/** What a loader or an action is called with. */
export interface RouteArguments {
  request: Request;
  params: Record<string, string>;
  context: AppLoadContext;
}

let clients = 0;

/** By default each request has its own client address, so that no rate limit applies. */
function contextOf(client = `10.0.${clients >> 8}.${clients++ & 255}`): AppLoadContext {
  return { nonce: "nonce", requestId: "request-id", clientAddress: client };
}

interface RequestOptions {
  cookie?: string;
  params?: Record<string, string>;
  client?: string | undefined;
}

export function get(
  path: string,
  { cookie = "", params = {}, client }: RequestOptions = {},
): RouteArguments {
  const headers = { "user-agent": "test", ...(cookie && { cookie }) };
  return {
    request: new Request(origin + path, { headers }),
    params,
    context: contextOf(client),
  };
}

export function post(
  path: string,
  fields: Record<string, string>,
  { cookie = "", params = {}, client }: RequestOptions = {},
): RouteArguments {
  const headers = { "user-agent": "test", ...(cookie && { cookie }) };
  const request = new Request(origin + path, {
    method: "POST",
    headers,
    body: new URLSearchParams(fields),
  });
  return { request, params, context: contextOf(client) };
}

/** The session cookie of a seeded person, as a browser would send it. */
export async function signedIn(key: string): Promise<string> {
  const person = sandbox.world.people.find((someone) => someone.key === key);
  if (!person) throw new Error(`nobody is called ${key}`);
  const { cookie } = await beginSession({ uid: person.uid, email: person.email, validSince: 0 });
  return cookie.split(";", 1)[0] ?? "";
}

export interface Outcome {
  status: number;
  location: string | null;
  cookie: string | null;
  body: unknown;
}

/** The result of a loader or an action, whether it returned data or a response, or threw one. */
export async function outcome(run: () => Promise<unknown>): Promise<Outcome> {
  let result: unknown;
  try {
    result = await run();
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    result = thrown;
  }
  if (result instanceof Response)
    return {
      status: result.status,
      location: result.headers.get("location"),
      cookie: result.headers.get("set-cookie"),
      body: await result.text(),
    };
  if (isDataWithInit(result)) {
    const headers = new Headers(result.init?.headers);
    return {
      status: result.init?.status ?? 200,
      location: headers.get("location"),
      cookie: headers.get("set-cookie"),
      body: result.data,
    };
  }
  return { status: 200, location: null, cookie: null, body: result };
}

/** The honeypot's fields of a public form. */
export const trap: Record<string, string> = honeypotFields
  ? {
      [honeypotFields.nameFieldName]: "",
      [String(honeypotFields.validFromFieldName)]: honeypotFields.encryptedValidFrom,
    }
  : {};
