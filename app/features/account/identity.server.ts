import { z } from "zod";
import { env } from "~/env.server";
import { createCache } from "~/platform/store/cache.server";
import { announceChange, onChange } from "~/platform/store/change-notices.server";
import { adminAuth, adminToken } from "~/platform/store/firebase.server";
import {
  createUpstream,
  statusFailure,
  UpstreamError,
  unlessDown,
} from "~/platform/upstream/upstream.server";
import { addressKey, isSameAddress } from "~/platform/values/mail-address";

export const identityUpstream = createUpstream("identity");

/** Base URL of the provider's REST API. */
export const base = env.FIREBASE_AUTH_EMULATOR_HOST
  ? `http://${env.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1`
  : "https://identitytoolkit.googleapis.com/v1";

export interface Account {
  uid: string;
  email: string;
}

/** The provider refused. `code` is the client SDK's, e.g. `auth/wrong-password`. */
export interface IdentityRefusal {
  code: string;
}

export const isRefusal = (answer: object): answer is IdentityRefusal => "code" in answer;

export interface AccountState extends Account {
  disabled: boolean;
  /**
   * Epoch milliseconds of a whole second. Sessions with an earlier one are invalid. A revocation sets it by the clock of the
   * process that asks, a change of password by the provider's.
   */
  validSince: number;
  /** Whether the provider knows that the address is the owner's. */
  emailVerified: boolean;
  /** Google's id of the person whose Google account is linked; undefined if none is. */
  googleSubject: string | undefined;
}

const accountStates = createCache<AccountState | undefined>("accounts", {
  ttl: 40_000,
  staleWhileRevalidate: 20_000,
  maxBytes: 8 * 1_048_576,
});
onChange("account", accountStates.drop);

/** The account with this uid, at most 60 s old; undefined if there is none. */
export function accountByUid(uid: string): Promise<AccountState | undefined> {
  return accountStates.get(uid, () => accountByUidNow(uid));
}

/** The account with this uid, not cached. */
export function accountByUidNow(uid: string): Promise<AccountState | undefined> {
  return lookUp("localId", uid);
}

/** The account's `validSince`, not cached; null if there is no account, undefined if the provider is down. */
export async function validSinceNow(uid: string): Promise<number | null | undefined> {
  accountStates.drop(uid);
  return unlessDown(accountByUid(uid).then((account) => account?.validSince ?? null));
}

/** The account of an e-mail address, not cached. */
export async function accountByEmail(email: string): Promise<AccountState | undefined> {
  const account = await accountTakenFor(email);
  return account && isSameAddress(account.email, email) ? account : undefined;
}

/** How many of a subscription's addresses are looked up for an account. */
const maxAddresses = 5;

/**
 * The addresses of a subscription that are looked up, each once, the last used one first.
 * @param emails the last used one last
 */
export const latestAddresses = (emails: readonly string[]): string[] =>
  [...new Set(emails.map(addressKey).reverse())].slice(0, maxAddresses);

/**
 * The account of a subscription's owner: that of the last used address that has one.
 * @param emails the last used one last
 */
export async function accountOfAddresses(
  emails: readonly string[],
): Promise<AccountState | undefined> {
  const accounts = await Promise.all(latestAddresses(emails).map((email) => accountByEmail(email)));
  return accounts.find((account) => account !== undefined);
}

/** The account that the provider finds for this address. A provider that folds addresses may find a look-alike's. */
export function accountTakenFor(email: string): Promise<AccountState | undefined> {
  // As the provider keeps it.
  return lookUp("email", addressKey(email));
}

type AdminAuth = Awaited<ReturnType<typeof adminAuth>>;
type UserRecord = Awaited<ReturnType<AdminAuth["getUser"]>>;

const validSinceOf = ({ tokensValidAfterTime }: UserRecord) =>
  tokensValidAfterTime ? Date.parse(tokensValidAfterTime) : 0;

async function lookUp(by: "localId" | "email", value: string): Promise<AccountState | undefined> {
  const answer = await admin("read", async (auth) => {
    const user = await (by === "email" ? auth.getUserByEmail(value) : auth.getUser(value));
    return {
      uid: user.uid,
      email: user.email ?? "",
      disabled: user.disabled,
      validSince: validSinceOf(user),
      emailVerified: user.emailVerified,
      googleSubject: user.providerData.find(({ providerId }) => providerId === "google.com")?.uid,
    };
  });
  if (!isRefusal(answer)) return answer;
  if (answer.code === "auth/invalid-email") return undefined;
  if (answer.code !== "auth/user-not-found")
    throw statusFailure(identityUpstream.system, tooMany.has(answer.code) ? 429 : 400);
  // firebase-admin says so of any answer without users, even a malformed one. A false report would let somebody choose a
  // password or end a valid session, so this asks again and checks the answer's shape.
  await askForAccounts({ [by]: [value] }, absent);
  return undefined;
}

const tooMany = new Set(["auth/too-many-requests", "auth/quota-exceeded"]);

/** The provider leaves out what is empty, and a stand-in for it its `kind`, too. */
const absent = z.union([
  z.object({ users: z.tuple([]) }),
  z.object({ kind: z.string(), users: z.null().optional() }),
  z.strictObject({ users: z.null().optional() }),
]);

/** What the provider's REST API says of accounts: more than firebase-admin tells. */
export const askForAccounts = <S extends z.ZodType>(search: Record<string, unknown[]>, schema: S) =>
  identityUpstream.requestJson("read", {
    url: `${base}/projects/${encodeURIComponent(env.FIREBASE_PROJECT_ID)}/accounts:lookup`,
    headers: { "content-type": "application/json" },
    bearer: adminToken,
    body: JSON.stringify(search),
    schema,
  });

/**
 * Creates the account, or returns the provider's refusal.
 * @param emailVerified whether a link that was mailed to the address has proved that its owner creates it
 */
export function createAccount(
  email: string,
  password: string,
  { emailVerified }: { emailVerified: boolean },
): Promise<(Account & { validSince: number }) | IdentityRefusal> {
  return admin("write", async (auth) => {
    const user = await auth.createUser({ email, password, emailVerified });
    return { uid: user.uid, email, validSince: validSinceOf(user) };
  });
}

const update = (uid: string, fields: { emailVerified: true } | { password: string }) =>
  admin("write", async (auth) => {
    await auth.updateUser(uid, fields);
    return {};
  });

/**
 * Tells the provider that the address of an account was proven. `proveAddress` does not lose it.
 * @returns whether the provider took it
 */
export async function markProven(uid: string): Promise<boolean> {
  const answer = await unlessDown(update(uid, { emailVerified: true }));
  accountStates.drop(uid);
  return answer !== undefined && !isRefusal(answer);
}

/** Sets the password of an account. @returns the provider's refusal, if it refuses */
export async function setPassword(
  uid: string,
  password: string,
): Promise<IdentityRefusal | undefined> {
  const answer = await update(uid, { password });
  return isRefusal(answer) ? answer : undefined;
}

/**
 * Invalidates every session of an account that began before the current second of this process's clock.
 * @returns its new `validSince`
 */
export async function revokeSessions(uid: string): Promise<number> {
  const answer = await admin("write", async (auth) => {
    await auth.revokeRefreshTokens(uid);
    return { validSince: validSinceOf(await auth.getUser(uid)) };
  });
  if (isRefusal(answer)) throw new UpstreamError(identityUpstream.system, "refused");
  accountStates.drop(uid);
  await announceChange("account", uid);
  return answer.validSince;
}

function admin<T extends object>(
  mode: "read" | "write",
  run: (auth: AdminAuth) => Promise<T>,
): Promise<T | IdentityRefusal> {
  return identityUpstream.call(mode, async () => {
    try {
      return await run(await adminAuth());
    } catch (error) {
      const { code, httpResponse } = sdkError.parse(error);
      // Of `auth/internal-error` nobody knows who answered, if anybody. Other such codes are the provider's answers.
      if (code.startsWith("auth/") && code !== "auth/internal-error")
        return { code: code === "auth/email-already-exists" ? "auth/email-already-in-use" : code };
      throw httpResponse
        ? statusFailure(identityUpstream.system, httpResponse.status)
        : new UpstreamError(identityUpstream.system, "unreachable");
    }
  });
}

/** What firebase-admin says of a failure, and the HTTP status that it got, if it got an answer. */
const sdkError = z
  .object({
    code: z.string().catch(""),
    httpResponse: z.object({ status: z.number() }).optional().catch(undefined),
  })
  .catch({ code: "", httpResponse: undefined });
