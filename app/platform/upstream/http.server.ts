import { Agent, EnvHttpProxyAgent, setGlobalDispatcher } from "undici";
import type { z } from "zod";
import { codeOf, statusFailure, UpstreamError } from "~/platform/upstream/failure.server";
import { sharedLookup } from "~/platform/upstream/shared-lookup.server";
import { parseJson } from "~/platform/values/json";
import type { System } from "~/platform/values/systems";

/** Where Node was told to go out by a proxy (`NODE_USE_ENV_PROXY`), it has set a dispatcher of its own. */
const ofNode = Reflect.get(globalThis, Symbol.for("undici.globalDispatcher.1"));
const Dispatcher = ofNode?.constructor.name === "EnvHttpProxyAgent" ? EnvHttpProxyAgent : Agent;

// For every `fetch` of the process (DECISIONS.md#outside-systems).
setGlobalDispatcher(new Dispatcher({ allowH2: false, connect: { lookup: sharedLookup } }));

export interface JsonRequest<S extends z.ZodType> {
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  /** Gets the bearer token, within the call's deadline. If it fails, the system counts as unreachable. */
  bearer?: () => Promise<string>;
  body?: string;
  schema: S;
  /** Further statuses, besides 2xx, whose body is a valid answer if it fits `schema` and the status's `errorSchema`. */
  alsoAccept?: (status: number) => boolean;
  errorSchema?: (status: number) => z.ZodType;
}

const maxJsonBytes = 1_048_576;

/** Sends a request and checks the JSON answer against `schema`. Does not follow redirects. */
export async function fetchJson<S extends z.ZodType>(
  system: System,
  request: JsonRequest<S>,
  signal: AbortSignal,
): Promise<{ status: number; body: z.output<S> }> {
  const { url, method = "POST", headers, bearer, body, schema } = request;
  const token = await bearer?.().catch(() => {
    throw new UpstreamError(system, "unreachable");
  });
  const authorized =
    token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` };
  const response = await send(system, url, { method, headers: authorized, body, signal });
  if (!response.ok && !request.alsoAccept?.(response.status)) {
    await response.body?.cancel();
    throw statusFailure(system, response.status);
  }
  const text = await readText(system, response, maxJsonBytes);
  const json = parseJson(text);
  const checked = schema.safeParse(json.value);
  const errorSchema = request.errorSchema?.(response.status) ?? schema;
  const isOfItsStatus = response.ok || errorSchema.safeParse(json.value).success;
  if (json.ok && checked.success && isOfItsStatus)
    return { status: response.status, body: checked.data };
  if (!response.ok) throw statusFailure(system, response.status);
  throw new UpstreamError(system, json.ok ? "malformed" : "garbled", response.status);
}

/** `fetch` that treats a redirect as a failure. Every failure is an `UpstreamError`. */
export async function send(system: System, url: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, { ...init, redirect: "manual" });
  } catch (error) {
    if (init.signal?.aborted) throw new UpstreamError(system, "timeout");
    throw new UpstreamError(system, "unreachable", undefined, codeOf(error));
  }
  if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
    await response.body?.cancel();
    throw new UpstreamError(system, "redirect", response.status);
  }
  return response;
}

/** Reads the body; fails with `too-large` if it is longer than `maxBytes`. */
export async function readLimited(
  system: System,
  response: Response,
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new UpstreamError(system, "too-large", response.status);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof UpstreamError
      ? error
      : new UpstreamError(system, "unreachable", response.status, codeOf(error));
  }
  return Buffer.concat(chunks);
}

/**
 * Like `readLimited`, as text. A byte order mark before it counts as absent, as in a browser: PHP and .NET like to send one
 * (RFC 8259, 8.1).
 */
export const readText = async (...call: Parameters<typeof readLimited>): Promise<string> =>
  new TextDecoder().decode(await readLimited(...call));
