import { decodeJwt } from "jose";
import { z } from "zod";
import { createCache } from "~/clients/cache.server";
import { announceChange, onChange } from "~/clients/changes.server";
import { adminAuth, adminToken } from "~/clients/firebase.server";
import { createUpstream, UpstreamError, unlessDown } from "~/clients/upstream.server";
import { env } from "~/env.server";

const upstream = createUpstream("identity");

const base = env.FIREBASE_AUTH_EMULATOR_HOST
  ? `http://${env.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1`
  : "https://identitytoolkit.googleapis.com/v1";

export interface Account {
  uid: string;
  email: string;
}

/** The provider's refusal, by the client SDK's code, e.g. `auth/wrong-password`. */
export interface Refusal {
  code: string;
}

/** The codes of the client SDK (which the spec's catalogue uses) for the REST API's own words. */
const codes: Record<string, string> = {
  EMAIL_NOT_FOUND: "auth/user-not-found",
  USER_NOT_FOUND: "auth/user-not-found",
  INVALID_PASSWORD: "auth/wrong-password",
  MISSING_PASSWORD: "auth/missing-password",
  INVALID_LOGIN_CREDENTIALS: "auth/invalid-credential",
  INVALID_EMAIL: "auth/invalid-email",
  MISSING_EMAIL: "auth/missing-email",
  USER_DISABLED: "auth/user-disabled",
  TOO_MANY_ATTEMPTS_TRY_LATER: "auth/too-many-requests",
  RESET_PASSWORD_EXCEED_LIMIT: "auth/too-many-requests",
  QUOTA_EXCEEDED: "auth/quota-exceeded",
  OPERATION_NOT_ALLOWED: "auth/operation-not-allowed",
  PASSWORD_LOGIN_DISABLED: "auth/operation-not-allowed",
  WEAK_PASSWORD: "auth/weak-password",
  PASSWORD_DOES_NOT_MEET_REQUIREMENTS: "auth/password-does-not-meet-requirements",
  EMAIL_EXISTS: "auth/email-already-in-use",
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: "auth/requires-recent-login",
  TOKEN_EXPIRED: "auth/user-token-expired",
  INVALID_ID_TOKEN: "auth/invalid-user-token",
  UNAUTHORIZED_DOMAIN: "auth/unauthorized-domain",
  TENANT_ID_MISMATCH: "auth/tenant-id-mismatch",
  UNSUPPORTED_TENANT_OPERATION: "auth/unsupported-tenant-operation",
  MISSING_MFA_PENDING_CREDENTIAL: "auth/multi-factor-auth-required",
  ADMIN_ONLY_OPERATION: "auth/admin-restricted-operation",
  CAPTCHA_CHECK_FAILED: "auth/captcha-check-failed",
};

const refused = z.object({ error: z.object({ message: z.string() }) });
const signedIn = z.object({
  localId: z.string().min(1),
  email: z.string().min(1),
  idToken: z.string().optional(),
});
const sent = z.object({ email: z.string() });

/** `"TOO_MANY_ATTEMPTS_TRY_LATER : detail"` → `auth/too-many-requests`; unknown words → `auth/internal-error`. */
function refusal(message: string): Refusal {
  const [word = ""] = message.split(/\s*:\s*/);
  return { code: codes[word.trim()] ?? "auth/internal-error" };
}

async function ask<S extends z.ZodType>(
  mode: "read" | "write",
  operation: string,
  payload: unknown,
  schema: S,
): Promise<z.output<S> | Refusal> {
  const { body } = await upstream.requestJson(mode, {
    url: `${base}/accounts:${operation}?key=${encodeURIComponent(env.FIREBASE_API_KEY)}`,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(payload),
    schema: z.union([refused, schema]),
    alsoAccept: (status) => status >= 400 && status < 500,
  });
  const asRefusal = refused.safeParse(body);
  return asRefusal.success ? refusal(asRefusal.data.error.message) : (body as z.output<S>);
}

export const isRefusal = (answer: object): answer is Refusal => "code" in answer;

/**
 * Never retried: a second wrong attempt would count against the person.
 * @returns `issuedAt`: the whole second of the sign-in by the provider's clock, in epoch milliseconds; 0 where its
 * token does not say
 */
export async function signInWithPassword(
  email: string,
  password: string,
): Promise<(Account & { issuedAt: number }) | Refusal> {
  const answer = await ask(
    "write",
    "signInWithPassword",
    { email, password, returnSecureToken: true },
    signedIn,
  );
  if (isRefusal(answer)) return answer;
  return { uid: answer.localId, email: answer.email, issuedAt: issuedAt(answer.idToken) };
}

/** The token came from the provider itself and is kept nowhere: its signature matters to nobody. */
function issuedAt(idToken = ""): number {
  try {
    return (decodeJwt(idToken).iat ?? 0) * 1_000;
  } catch {
    return 0;
  }
}

/** Has the provider mail its password-reset link. */
export async function sendPasswordReset(email: string): Promise<Refusal | undefined> {
  const answer = await ask("write", "sendOobCode", { requestType: "PASSWORD_RESET", email }, sent);
  return isRefusal(answer) ? answer : undefined;
}

export interface AccountState extends Account {
  disabled: boolean;
  /** Epoch milliseconds by the provider's clock; sessions begun before it are void. */
  validSince: number;
}

const accountStates = createCache<AccountState | undefined>("accounts", {
  ttl: 40_000,
  staleWhileRevalidate: 20_000,
  maxBytes: 8 * 1_048_576,
});
onChange("account", accountStates.drop);

/** The account with this uid as of at most 60 s ago, or undefined where there is none. */
export function accountByUid(uid: string): Promise<AccountState | undefined> {
  return accountStates.get(uid, () => lookUp({ localId: uid }, (auth) => auth.getUser(uid)));
}

/** Since when the provider lets sessions of this account stand, read fresh; undefined where it cannot be asked. */
export async function validSinceNow(uid: string): Promise<number | undefined> {
  accountStates.drop(uid);
  return (await unlessDown(accountByUid(uid)))?.validSince;
}

/** The account of an e-mail address, read fresh. */
export function accountByEmail(email: string): Promise<AccountState | undefined> {
  return lookUp({ email }, (auth) => auth.getUserByEmail(email));
}

type AdminAuth = Awaited<ReturnType<typeof adminAuth>>;
type UserRecord = Awaited<ReturnType<AdminAuth["getUser"]>>;
type Wanted = { localId: string } | { email: string };

const validSinceOf = ({ tokensValidAfterTime }: UserRecord) =>
  tokensValidAfterTime ? Date.parse(tokensValidAfterTime) : 0;

async function lookUp(
  wanted: Wanted,
  find: (auth: AdminAuth) => Promise<UserRecord>,
): Promise<AccountState | undefined> {
  const answer = await admin("read", async (auth) => {
    const user = await find(auth);
    return {
      uid: user.uid,
      email: user.email ?? "",
      disabled: user.disabled,
      validSince: validSinceOf(user),
    };
  });
  if (!isRefusal(answer)) return answer;
  if (answer.code === "auth/user-not-found") return confirmAbsence(wanted);
  if (answer.code === "auth/invalid-email") return undefined;
  throw new UpstreamError(upstream.system, "status");
}

const absent = z.union([
  z.object({ users: z.tuple([]) }),
  z.object({ kind: z.string(), users: z.undefined().optional() }),
]);

/**
 * firebase-admin takes any answer without users, even one of the wrong shape, for 'no such account'. Too much hangs
 * on that (who may choose a password, who stays signed in), so the answer itself is looked at.
 */
async function confirmAbsence(wanted: Wanted): Promise<undefined> {
  const [[name, value] = []] = Object.entries(wanted);
  await upstream.requestJson("read", {
    url: `${base}/projects/${encodeURIComponent(env.FIREBASE_PROJECT_ID)}/accounts:lookup`,
    headers: { "content-type": "application/json" },
    bearer: adminToken,
    body: JSON.stringify({ [String(name)]: [value] }),
    schema: absent,
  });
}

/** Creates the account, or says why the provider would not. */
export function createAccount(
  email: string,
  password: string,
): Promise<(Account & { validSince: number }) | Refusal> {
  return admin("write", async (auth) => {
    const user = await auth.createUser({ email, password });
    return { uid: user.uid, email, validSince: validSinceOf(user) };
  });
}

/**
 * Voids every session of an account begun until now.
 * @returns its new `validSince`
 */
export async function revokeSessions(uid: string): Promise<number> {
  const answer = await admin("write", async (auth) => {
    await auth.revokeRefreshTokens(uid);
    return { validSince: validSinceOf(await auth.getUser(uid)) };
  });
  if (isRefusal(answer)) throw new UpstreamError(upstream.system, "status");
  accountStates.drop(uid);
  await announceChange("account", uid);
  return answer.validSince;
}

/** Failures that firebase-admin itself makes of an outage, as against an answer of the provider. */
const outages = new Set([
  "app/network-error",
  "app/network-timeout",
  "auth/internal-error",
  "app/unable-to-parse-response",
  "app/invalid-credential",
]);

function admin<T extends object>(
  mode: "read" | "write",
  run: (auth: AdminAuth) => Promise<T>,
): Promise<T | Refusal> {
  return upstream.call(mode, async () => {
    try {
      return await run(await adminAuth());
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "";
      if (!code.startsWith("auth/") || outages.has(code))
        throw new UpstreamError(upstream.system, "unreachable");
      return { code: code === "auth/email-already-exists" ? "auth/email-already-in-use" : code };
    }
  });
}
