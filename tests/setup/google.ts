import { createHash } from "node:crypto";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { HttpResponse, http, type RequestHandler } from "msw";
import { beforeEach, vi } from "vitest";
import { defineSystem } from "#sandbox/systems/system.ts";
import { visit } from "./app.ts";
import { sandbox, server } from "./outside.ts";

export const issuer = "http://google.test";
const clientId = "sandbox-google-client";
const clientSecret = "sandbox-google-secret";
for (const [name, value] of [
  ["GOOGLE_ISSUER", issuer],
  ["GOOGLE_CLIENT_ID", clientId],
  ["GOOGLE_CLIENT_SECRET", clientSecret],
])
  vi.stubEnv(String(name), value);

const keys = await generateKeyPair("RS256");
const strangers = await generateKeyPair("RS256");

/** What is wrong with the token that the provider issues, or with how it answers. */
export interface Plan {
  claims?: JWTPayload;
  without?: string[];
  isForged?: boolean;
  expiresIn?: string;
  /** Without a signature. */
  unsigned?: boolean;
  /** Takes the client's secret in the Authorization header only. */
  wantsBasic?: boolean;
  /** Instead of the token endpoint's answer. */
  answer?: () => Response;
}

interface Issued {
  nonce: string;
  challenge: string;
  redirectUri: string;
  plan: Plan;
}

/** Codes that nobody has exchanged yet. */
const codes = new Map<string, Issued>();

async function idToken({ nonce, plan }: Issued): Promise<string> {
  const claims: JWTPayload = {
    sub: "google-rich",
    email: "rich@example.com",
    email_verified: true,
    nonce,
    iss: issuer,
    aud: clientId,
    ...plan.claims,
  };
  for (const name of plan.without ?? []) delete claims[name];
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: "RS256", kid: "one" })
    .setIssuedAt()
    .setExpirationTime(plan.expiresIn ?? "1h")
    .sign(plan.isForged ? strangers.privateKey : keys.privateKey);
  if (!plan.unsigned) return token;
  const head = Buffer.from('{"alg":"none"}').toString("base64url");
  return `${head}.${token.split(".")[1]}.`;
}

/** Both parts are encoded as in a form (RFC 6749, 2.3.1). */
function isProvenInHeader(request: Request): boolean {
  const [, basic = ""] = /^Basic (.+)$/.exec(request.headers.get("authorization") ?? "") ?? [];
  const parts = Buffer.from(basic, "base64").toString().split(":").map(decodeURIComponent);
  return parts.join() === [clientId, clientSecret].join();
}

async function exchange(request: Request): Promise<Response> {
  const form = new URLSearchParams(await request.text());
  const issued = codes.get(form.get("code") ?? "");
  const isClient =
    isProvenInHeader(request) ||
    (!issued?.plan.wantsBasic && form.get("client_secret") === clientSecret);
  if (!isClient) return HttpResponse.json({ error: "invalid_client" }, { status: 401 });
  codes.delete(form.get("code") ?? "");
  const verifier = form.get("code_verifier") ?? "";
  const isBound =
    createHash("sha256").update(verifier).digest("base64url") === issued?.challenge &&
    form.get("redirect_uri") === issued.redirectUri;
  if (!issued || !isBound) return HttpResponse.json({ error: "invalid_grant" }, { status: 400 });
  return (
    issued.plan.answer?.() ??
    HttpResponse.json({
      access_token: "access",
      token_type: "Bearer",
      expires_in: 3_600,
      id_token: await idToken(issued),
    })
  );
}

const handlers: RequestHandler[] = defineSystem(
  "google",
  issuer,
  { world: sandbox.world, faults: sandbox.faults, trapUrl: sandbox.addresses.trap },
  [
    http.get(`${issuer}/.well-known/openid-configuration`, () =>
      HttpResponse.json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
      }),
    ),
    http.get(`${issuer}/keys`, async () =>
      HttpResponse.json({
        keys: [{ ...(await exportJWK(keys.publicKey)), kid: "one", alg: "RS256", use: "sig" }],
      }),
    ),
    http.post(`${issuer}/token`, ({ request }) => exchange(request)),
  ],
);

beforeEach(() => {
  codes.clear();
  server.use(...handlers);
});

/** The cookies that a response leaves in an empty browser. */
const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .filter((cookie) => !/Max-Age=0|Expires=Thu, 01 Jan 1970/.test(cookie))
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");

export interface Begun {
  /** What the browser has kept. */
  cookie: string;
  /** Google's page, with what the app has asked it for. */
  asked: URLSearchParams;
  location: string;
}

/** Begins a sign-in with Google. @param page of the language where it is pressed, `/de` */
export async function begin(
  query = "",
  { page = "", ...init }: { cookie?: string; client?: string; page?: string } = {},
): Promise<Begun> {
  const response = await visit(`${page}/sign-in/google${query}`, { redirect: "manual", ...init });
  const location = response.headers.get("location") ?? "";
  const asked = URL.canParse(location) ? new URL(location).searchParams : new URLSearchParams();
  return { cookie: cookiesOf(response), asked, location };
}

/** The person agrees on Google's page. @returns the query that Google sends the browser back with */
export function agree({ asked }: Begun, plan: Plan = {}): URLSearchParams {
  const code = crypto.randomUUID();
  codes.set(code, {
    nonce: asked.get("nonce") ?? "",
    challenge: asked.get("code_challenge") ?? "",
    redirectUri: asked.get("redirect_uri") ?? "",
    plan,
  });
  return new URLSearchParams({ code, state: asked.get("state") ?? "" });
}

export interface CameBack {
  status: number;
  location: string;
  /** The cookies that are set. */
  cookie: string;
  isSignedIn: boolean;
}

/** The browser comes back from Google's page. */
export async function comeBack(
  query: URLSearchParams | string,
  cookie: string,
  client?: string,
): Promise<CameBack> {
  const response = await visit(`/sign-in/google/callback?${query}`, {
    redirect: "manual",
    cookie,
    ...(client && { client }),
  });
  const { backgroundSettled } = await import("~/platform/work/background.server");
  await backgroundSettled();
  const set = cookiesOf(response);
  return {
    status: response.status,
    location: response.headers.get("location") ?? "",
    cookie: set,
    isSignedIn: /\bsession=/.test(set),
  };
}

/** The whole way, in a browser of its own. */
export async function signInWithGoogle(plan: Plan = {}, query = ""): Promise<CameBack> {
  const begun = await begin(query);
  return comeBack(agree(begun, plan), begun.cookie);
}

export const person = (key: string, more: JWTPayload = {}): Plan => ({
  claims: { sub: `google-${key}`, email: `${key}@example.com`, ...more },
});
