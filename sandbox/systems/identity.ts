import { randomBytes } from "node:crypto";
import { HttpResponse, http, type RequestHandler } from "msw";
import type { Account, World } from "../world.ts";
import { accountByEmail, failure, idToken } from "./identity-answers.ts";
import { signInWithIdp } from "./identity-google.ts";
import { resetMail } from "./reset-mail.ts";
import { defineSystem, type SystemContext } from "./system.ts";

type Payload = Record<string, unknown>;

/**
 * The Identity Toolkit endpoints that the app uses, for unit tests, answering in Google's own
 * error format. `baseUrl` ends before `/identitytoolkit.googleapis.com`, as the emulator's does.
 * The served sandbox runs Google's Auth emulator instead.
 */
export function identitySystem(context: SystemContext, baseUrl: string): RequestHandler[] {
  const api = `${baseUrl}/identitytoolkit.googleapis.com/v1`;
  const root = `${baseUrl}/identitytoolkit.googleapis.com`;
  const answerAll = [
    http.post(`${api}/*`, async ({ request }) => {
      const path = new URL(request.url).pathname.split("/identitytoolkit.googleapis.com/v1/")[1];
      const byAdmin = /^projects\/[^/]+\//.test(path ?? "");
      if (byAdmin && !request.headers.get("Authorization")) return failure("MISSING_CREDENTIAL");
      const method = path?.replace(/^projects\/[^/]+\//, "") ?? "";
      const payload = (await request.json()) as Payload;
      const locale = request.headers.get("X-Firebase-Locale");
      return answer(context.world, method, payload, { byAdmin, locale });
    }),
  ];
  return defineSystem("identity", baseUrl, context, answerAll, root);
}

interface Asked {
  byAdmin: boolean;
  /** In which the provider's mails are asked for. */
  locale: string | null;
}

function answer(world: World, method: string, payload: Payload, { byAdmin, locale }: Asked) {
  switch (method) {
    case "accounts:signInWithPassword":
      return signIn(world, payload);
    case "accounts:signInWithIdp":
      return signInWithIdp(world, payload);
    case "accounts:sendOobCode":
      return sendResetMail(world, payload, locale);
    case "accounts:resetPassword":
      return resetPassword(world, payload);
    case "accounts:lookup":
      return lookUp(world, payload);
    case "accounts":
    case "accounts:signUp":
      return signUp(world, payload);
    case "accounts:update":
      return byAdmin ? update(world, payload) : failure("INSUFFICIENT_PERMISSION");
    case "accounts:delete":
      world.accounts.delete(String(payload.localId));
      return HttpResponse.json({ kind: "identitytoolkit#DeleteAccountResponse" });
    default:
      return undefined;
  }
}

function signIn(world: World, { email, password }: Payload) {
  if (typeof email !== "string" || email === "") return failure("MISSING_EMAIL");
  if (!email.includes("@")) return failure("INVALID_EMAIL");
  if (typeof password !== "string" || password === "") return failure("MISSING_PASSWORD");
  const account = accountByEmail(world, email);
  if (!account?.password || account.password !== password)
    return failure("INVALID_LOGIN_CREDENTIALS");
  if (account.disabled) return failure("USER_DISABLED");
  return HttpResponse.json({
    kind: "identitytoolkit#VerifyPasswordResponse",
    localId: account.uid,
    email: account.email,
    displayName: "",
    registered: true,
    idToken: idToken(account.uid),
    refreshToken: randomBytes(16).toString("base64url"),
    expiresIn: "3600",
  });
}

function sendResetMail(world: World, { email, requestType }: Payload, locale: string | null) {
  if (requestType !== "PASSWORD_RESET") return failure("INVALID_REQ_TYPE");
  if (typeof email !== "string" || email === "") return failure("MISSING_EMAIL");
  if (!email.includes("@")) return failure("INVALID_EMAIL");
  const account = accountByEmail(world, email);
  if (!account) return failure("EMAIL_NOT_FOUND");
  const code = randomBytes(24).toString("base64url");
  world.resetCodes.set(code, account.uid);
  const link = `http://identity.test/reset?oobCode=${code}`;
  world.addMail(resetMail(account.email, link, locale));
  return HttpResponse.json({
    kind: "identitytoolkit#GetOobConfirmationCodeResponse",
    email: account.email,
  });
}

function resetPassword(world: World, { oobCode, newPassword }: Payload) {
  const account = world.accounts.get(world.resetCodes.get(String(oobCode)) ?? "");
  if (!account) return failure("INVALID_OOB_CODE");
  if (typeof newPassword === "string") {
    if (newPassword.length < 6) return failure(tooShort);
    setPassword(account, newPassword);
    // Who has the code has read the mail.
    account.isUnproven = false;
    world.resetCodes.delete(String(oobCode));
  }
  return HttpResponse.json({
    kind: "identitytoolkit#ResetPasswordResponse",
    email: account.email,
    requestType: "PASSWORD_RESET",
  });
}

function setPassword(account: Account, password: string) {
  account.password = password;
  account.passwordUpdatedAt = Date.now();
  account.validSince = Math.floor(Date.now() / 1_000);
}

function lookUp(world: World, { localId, email }: Payload) {
  const keys = [localId, email].flat().filter((value) => typeof value === "string");
  const addresses = keys.map((key) => key.toLowerCase());
  const users = [...world.accounts.values()]
    .filter((account) => keys.includes(account.uid) || addresses.includes(account.email))
    .map((account) => ({
      localId: account.uid,
      email: account.email,
      emailVerified: !account.isUnproven,
      disabled: account.disabled,
      createdAt: String(account.createdAt),
      validSince: String(account.validSince),
      passwordUpdatedAt: account.passwordUpdatedAt ?? account.createdAt,
      providerUserInfo: providersOf(account),
    }));
  return HttpResponse.json({
    kind: "identitytoolkit#GetAccountInfoResponse",
    ...(users.length > 0 && { users }),
  });
}

function providersOf({ email, password, googleSubject }: Account) {
  return [
    ...(password ? [{ providerId: "password", rawId: email, email }] : []),
    ...(googleSubject ? [{ providerId: "google.com", rawId: googleSubject, email }] : []),
  ];
}

function signUp(world: World, { localId, email, password, emailVerified }: Payload) {
  if (typeof email !== "string" || !email.includes("@")) return failure("INVALID_EMAIL");
  if (typeof password !== "string" || password.length < 6) return failure(tooShort);
  if (accountByEmail(world, email)) return failure("EMAIL_EXISTS");
  const uid = typeof localId === "string" ? localId : `uid-${randomBytes(10).toString("hex")}`;
  if (world.accounts.has(uid)) return failure("DUPLICATE_LOCAL_ID");
  const account: Account = {
    uid,
    email: email.toLowerCase(),
    password,
    disabled: false,
    isUnproven: emailVerified !== true,
    createdAt: Date.now(),
    validSince: Math.floor(Date.now() / 1_000),
  };
  world.accounts.set(uid, account);
  return HttpResponse.json({
    kind: "identitytoolkit#SignupNewUserResponse",
    localId: uid,
    email: account.email,
    idToken: idToken(uid),
    refreshToken: randomBytes(16).toString("base64url"),
    expiresIn: "3600",
  });
}

function update(world: World, payload: Payload) {
  const account = world.accounts.get(String(payload.localId));
  if (!account) return failure("USER_NOT_FOUND");
  if (typeof payload.password === "string") {
    if (payload.password.length < 6) return failure(tooShort);
    setPassword(account, payload.password);
  }
  if (typeof payload.emailVerified === "boolean") account.isUnproven = !payload.emailVerified;
  if (typeof payload.disableUser === "boolean") account.disabled = payload.disableUser;
  if (payload.validSince !== undefined) account.validSince = Number(payload.validSince);
  return HttpResponse.json({
    kind: "identitytoolkit#SetAccountInfoResponse",
    localId: account.uid,
    email: account.email,
  });
}

const tooShort = "WEAK_PASSWORD : Password should be at least 6 characters";
