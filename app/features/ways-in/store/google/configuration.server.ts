import type { Configuration } from "openid-client";
import { env } from "~/env.server";
import {
  createUpstream,
  readLimited,
  send,
  statusFailure,
  UpstreamError,
} from "~/platform/upstream/upstream.server";
import { hour } from "~/platform/values/durations";

export const googleUpstream = createUpstream("google");
const maxBytes = 262_144;

type Library = typeof import("openid-client");
let loading: Promise<Library> | undefined;

/** Loaded at the first sign-in with Google: who does without needs neither its time nor its memory. */
export function library(): Promise<Library> {
  loading ??= import("openid-client");
  return loading;
}

interface Init {
  method: string;
  headers: Record<string, string>;
  body?: unknown;
}

/** Every call of the library goes through here: deadline, size, breaker, and no redirect is followed. */
function request(url: string, { method, headers, body }: Init): Promise<Response> {
  return googleUpstream.call(method === "GET" ? "read" : "write", async (signal) => {
    // The library sends forms as URLSearchParams.
    const form = body === undefined || body === null ? null : String(body);
    const response = await send(googleUpstream.system, url, {
      method,
      headers,
      body: form,
      signal,
    });
    const bytes = await readLimited(googleUpstream.system, response, maxBytes);
    if (response.status >= 500 || response.status === 429)
      throw statusFailure(googleUpstream.system, response.status);
    const { status, headers: answered } = response;
    return new Response(status === 204 ? null : new Uint8Array(bytes), {
      status,
      headers: answered,
    });
  });
}

/** How the app proves who it is. The provider's document does not say which of them is registered. */
export const clientProofs = ["ClientSecretPost", "ClientSecretBasic"] as const;
export type ClientProof = (typeof clientProofs)[number];

/** Seconds by which the provider's clock may differ. */
const clockDifference = 30;

async function discover(proof: ClientProof): Promise<Configuration> {
  const openid = await library();
  const issuer = new URL(env.GOOGLE_ISSUER);
  // In production app/env.server.ts accepts an issuer by plain HTTP on this machine only.
  const mayBePlain = issuer.protocol === "http:";
  const { GOOGLE_CLIENT_ID: id = "", GOOGLE_CLIENT_SECRET: secret = "" } = env;
  const metadata = { [openid.clockTolerance]: clockDifference };
  return openid.discovery(issuer, id, metadata, openid[proof](secret), {
    [openid.customFetch]: request,
    // The signature of the ID token is checked even though the token comes from the provider directly.
    execute: [
      openid.enableNonRepudiationChecks,
      ...(mayBePlain ? [openid.allowInsecureRequests] : []),
    ],
  });
}

/** Milliseconds after which the provider's document is read again. */
const documentLifetime = hour;
const known = new Map<ClientProof, { at: number; configuration: Promise<Configuration> }>();

/** The provider's document, read once an hour. What fails is not kept. @throws UpstreamError */
export function configurationFor(proof: ClientProof): Promise<Configuration> {
  const before = known.get(proof);
  if (before && Date.now() - before.at < documentLifetime) return before.configuration;
  const configuration = discover(proof).catch(async (error: unknown) => {
    if (before) known.set(proof, before);
    else known.delete(proof);
    if (before) return before.configuration;
    throw await unreadable(error);
  });
  known.set(proof, { at: Date.now(), configuration });
  return configuration;
}

async function unreadable(error: unknown): Promise<unknown> {
  const { ClientError } = await library();
  const isRubbish = error instanceof ClientError || error instanceof TypeError;
  return (
    upstreamErrorIn(error) ??
    (isRubbish ? new UpstreamError(googleUpstream.system, "malformed") : error)
  );
}

/** The library wraps what a request threw. */
export function upstreamErrorIn(error: unknown): UpstreamError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof UpstreamError) return cause;
  return undefined;
}
