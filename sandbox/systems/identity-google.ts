import { randomBytes } from "node:crypto";
import { decodeJwt } from "jose";
import { HttpResponse } from "msw";
import type { Account, World } from "../world.ts";
import { accountByEmail, failure, idToken } from "./identity-answers.ts";

/**
 * Signs in with an ID token of Google. Like Google's own emulator it believes every token, and like the real one it
 * removes the password of an account whose address nobody has proven until now.
 */
export function signInWithIdp(world: World, payload: Record<string, unknown>) {
  const { postBody, requestUri } = payload;
  if (typeof requestUri !== "string" || !URL.canParse(requestUri))
    return failure("MISSING_REQUEST_URI");
  const form = new URLSearchParams(typeof postBody === "string" ? postBody : "");
  if (form.get("providerId") !== "google.com") return failure("INVALID_CREDENTIAL_OR_PROVIDER_ID");
  const claims = claimsOf(form.get("id_token") ?? "");
  const { sub, email } = claims ?? {};
  if (!sub || typeof email !== "string") return failure("INVALID_IDP_RESPONSE : bad id_token");
  const linked = [...world.accounts.values()].find((one) => one.googleSubject === sub);
  const known = linked ?? accountByEmail(world, email);
  if (known && !linked && claims?.email_verified !== true)
    return HttpResponse.json({ needConfirmation: true, email, providerId: "google.com" });
  const account = known ?? newAccount(email);
  world.accounts.set(account.uid, account);
  if (account.disabled) return failure("USER_DISABLED");
  if (known?.isUnproven) known.password = "";
  if (!linked) Object.assign(account, { googleSubject: sub, isUnproven: false });
  return HttpResponse.json({
    kind: "identitytoolkit#VerifyAssertionResponse",
    providerId: "google.com",
    federatedId: `https://accounts.google.com/${sub}`,
    localId: account.uid,
    email,
    emailVerified: true,
    ...(!known && { isNewUser: true }),
    idToken: idToken(account.uid),
    refreshToken: randomBytes(16).toString("base64url"),
    expiresIn: "3600",
  });
}

function claimsOf(token: string) {
  try {
    return decodeJwt(token);
  } catch {
    return undefined;
  }
}

const newAccount = (email: string): Account => ({
  uid: `uid-${randomBytes(10).toString("hex")}`,
  email: email.toLowerCase(),
  password: "",
  disabled: false,
  createdAt: Date.now(),
  // Whole seconds, as the real one.
  validSince: Math.floor(Date.now() / 1_000),
});
