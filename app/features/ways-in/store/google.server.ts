import { env } from "~/env.server";
import {
  type ClientProof,
  clientProofs,
  configurationFor,
  googleUpstream,
  library,
  upstreamErrorIn,
} from "~/features/ways-in/store/google/configuration.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";

/** Whether one can sign in with Google, or with the OpenID provider of GOOGLE_ISSUER (docs/product.md#google). */
export const isGoogleOffered = env.GOOGLE_CLIENT_ID !== undefined;

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
  });
}

/** Who somebody is at the provider, by a token whose signature, issuer, audience, time and nonce are right. */
export interface ProvenIdentity {
  subject: string;
  /** As the provider writes it; undefined where the token names none. */
  email: string | undefined;
  emailVerified: boolean;
  /** The token itself, for the identity provider. */
  idToken: string;
}

/** The provider said no, or what it said is not to be believed. `code` is one of the catalogue's. */
export interface NotProven {
  code: string;
}

/**
 * Exchanges the code for a token and checks it.
 * @param callback the address that the provider sent the person back to, with all it says
 * @throws UpstreamError if the provider does not answer, or answers rubbish
 */
export async function proveIdentity(
  callback: URL,
  expected: Expected,
): Promise<ProvenIdentity | NotProven> {
  try {
    const { tokens, claims } = await exchange(callback, expected);
    return {
      subject: claims.sub,
      email: typeof claims.email === "string" ? claims.email : undefined,
      emailVerified: claims.email_verified === true,
      idToken: tokens.id_token ?? "",
    };
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
    const other = clientProofs.find((proof) => proof !== workingProof) ?? workingProof;
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
  if (!claims) throw new UpstreamError(googleUpstream.system, "malformed");
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
async function refusalOf(error: unknown): Promise<NotProven> {
  const { AuthorizationResponseError, ClientError, ResponseBodyError } = await library();
  if (error instanceof AuthorizationResponseError) return { code: codeOf(error.error) };
  if (await isClientRefused(error)) throw new UpstreamError(googleUpstream.system, "refused");
  if (error instanceof ResponseBodyError) return { code: "auth/invalid-credential" };
  const outage = upstreamErrorIn(error);
  if (outage) throw outage;
  // The library assumes shapes that a broken provider does not keep to.
  if (error instanceof TypeError) throw new UpstreamError(googleUpstream.system, "malformed");
  if (!(error instanceof ClientError)) throw error;
  if (rubbish.has(error.code ?? "")) throw new UpstreamError(googleUpstream.system, "malformed");
  return { code: "auth/invalid-credential" };
}

/** What the provider's page may say instead of a code (RFC 6749, OpenID Connect Core). */
const codeOf = (error: string) =>
  error === "access_denied" ? "auth/user-cancelled" : "auth/internal-error";
