import { z } from "zod";
import { createCache } from "~/clients/cache.server";
import { announceChange, onChange } from "~/clients/change-notices.server";
import { adminAuth, adminToken } from "~/clients/firebase.server";
import { createUpstream, UpstreamError, unlessDown } from "~/clients/upstream.server";
import { env } from "~/env.server";

export const upstream = createUpstream("identity");

/** Where the provider's REST API is. */
export const base = env.FIREBASE_AUTH_EMULATOR_HOST
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

export const isRefusal = (answer: object): answer is Refusal => "code" in answer;

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
