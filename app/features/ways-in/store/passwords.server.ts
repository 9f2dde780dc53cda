import { decodeJwt } from "jose";
import { z } from "zod";
import { env } from "~/env.server";
import {
  type Account,
  base,
  type IdentityRefusal,
  identityUpstream,
  isRefusal,
} from "~/features/account/identity.server";
import { isSameAddress } from "~/platform/values/mail-address";

/** The REST API's error names → the client SDK's codes, by which the catalogue lists its messages. */
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
  FEDERATED_USER_ID_ALREADY_LINKED: "auth/credential-already-in-use",
  INVALID_IDP_RESPONSE: "auth/invalid-credential",
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
/** The password is right, but the account has a second factor, from another app. This app does not ask for one. */
const unfinished = z.object({ mfaPendingCredential: z.string() });
const sent = z.object({ email: z.string() });

/** `"TOO_MANY_ATTEMPTS_TRY_LATER : detail"` → `auth/too-many-requests`; unknown → `auth/internal-error`. */
export function refusal(message: string): IdentityRefusal {
  const [word = ""] = message.split(/\s*:\s*/);
  return { code: codes[word.trim()] ?? "auth/internal-error" };
}

/** Calls a method of the provider's REST API (`accounts:{operation}`). */
export async function askProvider<S extends z.ZodType>(
  mode: "read" | "write",
  operation: string,
  payload: unknown,
  schema: S,
  headers: Record<string, string> = {},
): Promise<z.output<S> | IdentityRefusal> {
  const { body } = await identityUpstream.requestJson(mode, {
    url: `${base}/accounts:${operation}?key=${encodeURIComponent(env.FIREBASE_API_KEY)}`,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(payload),
    schema: z.union([refused, schema]),
    alsoAccept: (status) => status >= 400 && status < 500,
  });
  const asRefusal = refused.safeParse(body);
  return asRefusal.success ? refusal(asRefusal.data.error.message) : (body as z.output<S>);
}

/**
 * Never retried, because the provider counts every wrong attempt.
 * @returns `issuedAt`: time of the sign-in by the provider's clock, in epoch milliseconds (whole seconds); 0 if the
 * token does not contain it
 */
export async function signInWithPassword(
  email: string,
  password: string,
): Promise<(Account & { issuedAt: number }) | IdentityRefusal> {
  const answer = await askProvider(
    "write",
    "signInWithPassword",
    { email, password, returnSecureToken: true },
    z.union([unfinished, signedIn]),
  );
  if (isRefusal(answer)) return answer;
  if ("mfaPendingCredential" in answer) return { code: "auth/multi-factor-auth-required" };
  // A provider that folds addresses lets a look-alike in. Its tries are counted apart, so that nothing may come of them.
  if (!isSameAddress(answer.email, email)) return { code: "auth/invalid-credential" };
  return { uid: answer.localId, email: answer.email, issuedAt: issuedAt(answer.idToken) };
}

/** Does not verify the signature: the token comes directly from the provider and is not kept. */
function issuedAt(idToken = ""): number {
  try {
    return (decodeJwt(idToken).iat ?? 0) * 1_000;
  } catch {
    return 0;
  }
}

/** Makes the provider send its mail with the password-reset link. @param headers which language it is in */
export async function sendPasswordReset(
  email: string,
  headers: Record<string, string>,
): Promise<IdentityRefusal | undefined> {
  const answer = await askProvider(
    "write",
    "sendOobCode",
    { requestType: "PASSWORD_RESET", email },
    sent,
    headers,
  );
  return isRefusal(answer) ? answer : undefined;
}
