import type { Configuration, CustomFetch } from "openid-client";
import { env } from "~/env.server";
import type { IdentityRefusal } from "~/features/account/identity.server";
import {
  createUpstream,
  readLimited,
  send,
  statusFailure,
  UpstreamError,
} from "~/platform/upstream/upstream.server";
import { hour } from "~/platform/values/durations";

/** Whether one can sign in with Google, or with the OpenID provider of GOOGLE_ISSUER (docs/product.md#google). */
export const isGoogleOffered = env.GOOGLE_CLIENT_ID !== undefined;

const upstream = createUpstream("google");
const maxBytes = 262_144;

/** Loaded at the first sign-in with Google: who does without needs neither its time nor its memory. */
const library = () => import("openid-client");

/** Every call of the library goes through here: deadline, size, breaker, and no redirect is followed. */
const request: CustomFetch = (url, { method, headers, body }) =>
  upstream.call(method === "GET" ? "read" : "write", async (signal) => {
    // The library sends forms as URLSearchParams.
    const form = body === undefined || body === null ? null : String(body);
    const response = await send(upstream.system, url, { method, headers, body: form, signal });
    const bytes = await readLimited(upstream.system, response, maxBytes);
    const { status, headers: answered } = response;
    if (status >= 500 || status === 429) throw statusFailure(upstream.system, status);
    const read = status === 204 ? null : new Uint8Array(bytes);
    return new Response(read, { status, headers: answered });
  });

/** How the app proves who it is. The provider's document does not say which of them is registered. */
type ClientProof = "ClientSecretPost" | "ClientSecretBasic";

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
function configurationFor(proof: ClientProof): Promise<Configuration> {
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
    upstreamErrorIn(error) ?? (isRubbish ? new UpstreamError(upstream.system, "malformed") : error)
  );
}

/** The library wraps what a request threw. */
function upstreamErrorIn(error: unknown): UpstreamError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof UpstreamError) return cause;
  return undefined;
}

let workingProof: ClientProof = "ClientSecretPost";

/** What a sign-in with Google must bring back. */
export interface Expected {
  state: string;
  nonce: string;
  verifier: string;
}

/** New random values of a sign-in. */
export async function newExpectations(): Promise<Expected> {
  const { randomState, randomNonce, randomPKCECodeVerifier } = await library();
  return { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
}

/**
 * Google lets in whoever signed in last without asking: nobody could choose another of their Google accounts. Other
 * providers may refuse the word.
 */
const isGooglesOwn = new URL(env.GOOGLE_ISSUER).hostname === "accounts.google.com";

/** Where the person signs in. @throws UpstreamError if the provider's document cannot be read */
export async function authorizationUrl(expected: Expected, redirectUri: string): Promise<URL> {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
  return buildAuthorizationUrl(await configurationFor(workingProof), {
    redirect_uri: redirectUri,
    scope: "openid email",
    state: expected.state,
    nonce: expected.nonce,
    code_challenge: await calculatePKCECodeChallenge(expected.verifier),
    code_challenge_method: "S256",
    ...(isGooglesOwn && { prompt: "select_account" }),
  });
}

/** Whose address the provider vouches for, by a token whose signature, issuer, audience, time and nonce are right. */
export interface GooglePerson {
  subject: string;
  /** As the provider writes it. */
  email: string;
  /** The token itself, for the identity provider. */
  idToken: string;
}

/**
 * Exchanges the code for a token and checks it. @returns a refusal where the provider said no, or is not to be believed
 * @param callback the address that the provider sent the person back to, with all it says
 * @throws UpstreamError if the provider does not answer, or answers rubbish
 */
export async function proveIdentity(
  callback: URL,
  expected: Expected,
): Promise<GooglePerson | IdentityRefusal> {
  try {
    const { tokens, claims } = await exchange(callback, expected);
    const { sub: subject, email } = claims;
    if (typeof email !== "string" || email === "") return { code: "auth/missing-email" };
    if (claims.email_verified !== true) return { code: "auth/unverified-email" };
    return { subject, email, idToken: tokens.id_token ?? "" };
  } catch (error) {
    return refusalOf(error);
  }
}

async function exchange(callback: URL, expected: Expected) {
  try {
    return await exchangeWith(workingProof, callback, expected);
  } catch (error) {
    if (!(await isClientRefused(error))) throw error;
    // The code is not used up: the provider checks the client first.
    const other = workingProof === "ClientSecretPost" ? "ClientSecretBasic" : "ClientSecretPost";
    const answer = await exchangeWith(other, callback, expected);
    workingProof = other;
    return answer;
  }
}

async function exchangeWith(proof: ClientProof, callback: URL, expected: Expected) {
  const { authorizationCodeGrant } = await library();
  const tokens = await authorizationCodeGrant(await configurationFor(proof), callback, {
    expectedState: expected.state,
    expectedNonce: expected.nonce,
    pkceCodeVerifier: expected.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new UpstreamError(upstream.system, "malformed");
  return { tokens, claims };
}

async function isClientRefused(error: unknown): Promise<boolean> {
  const { ResponseBodyError, WWWAuthenticateChallengeError } = await library();
  if (error instanceof ResponseBodyError) return error.error === "invalid_client";
  return error instanceof WWWAuthenticateChallengeError;
}

/** Codes of answers that nobody can read: the provider is out of order, and no sign-in was refused. */
const rubbish = new Set([
  "OAUTH_PARSE_ERROR",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
]);

/** @throws UpstreamError for an outage, and what is no failure of a sign-in */
async function refusalOf(error: unknown): Promise<IdentityRefusal> {
  const { AuthorizationResponseError, ClientError, ResponseBodyError } = await library();
  // What the provider's page may say instead of a code (RFC 6749, OpenID Connect Core).
  if (error instanceof AuthorizationResponseError) {
    const isCancelled = error.error === "access_denied";
    return { code: isCancelled ? "auth/user-cancelled" : "auth/internal-error" };
  }
  if (await isClientRefused(error)) throw new UpstreamError(upstream.system, "refused");
  if (error instanceof ResponseBodyError) return { code: "auth/invalid-credential" };
  const outage = upstreamErrorIn(error);
  if (outage) throw outage;
  // The library assumes shapes that a broken provider does not keep to.
  if (error instanceof TypeError) throw new UpstreamError(upstream.system, "malformed");
  if (!(error instanceof ClientError)) throw error;
  if (rubbish.has(error.code ?? "")) throw new UpstreamError(upstream.system, "malformed");
  return { code: "auth/invalid-credential" };
}
