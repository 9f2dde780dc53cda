import type { App } from "firebase-admin/app";
import type { Auth } from "firebase-admin/auth";
import type { Firestore } from "firebase-admin/firestore";
import { env } from "~/env.server";
import { boundTransactions, commitsOnce } from "~/platform/store/firestore-transactions.server";

/**
 * Runs `make` on the first call only. Google's SDKs take half a second to load, so they are loaded on first use, and
 * warmed up after the start. They read emulators and credentials from Google's own environment variables (docs/configuration.md).
 */
const once = <T>(make: () => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

const app = once(async (): Promise<App> => {
  const [{ applicationDefault, getApps, initializeApp }, { getFirestore }] = await Promise.all([
    import("firebase-admin/app"),
    import("firebase-admin/firestore"),
  ]);
  const [existing] = getApps();
  if (existing) return existing;
  const emulated = Boolean(env.FIREBASE_AUTH_EMULATOR_HOST && env.FIRESTORE_EMULATOR_HOST);
  const created = initializeApp({
    projectId: env.FIREBASE_PROJECT_ID,
    ...(emulated ? {} : { credential: applicationDefault() }),
  });
  getFirestore(created).settings({
    ignoreUndefinedProperties: true,
    ...commitsOnce,
    // Gives a connection up that has fallen silent without being closed; new calls open another. As often as Google's own
    // client of Bigtable asks.
    "grpc.keepalive_time_ms": 30_000,
    "grpc.keepalive_timeout_ms": 10_000,
    // The library asks the metadata server of Google's cloud for it, for three seconds where nothing answers.
    ...(emulated && { clientOptions: { universeDomain: "googleapis.com" } }),
  });
  return created;
});

export const adminAuth = once(async (): Promise<Auth> => {
  const [{ getAuth }, instance] = await Promise.all([import("firebase-admin/auth"), app()]);
  return sentOnce(getAuth(instance));
});

/**
 * firebase-admin sends a call again, up to four times and long after our deadline, a write too (DECISIONS.md#outside-systems).
 * It has no option for that. The field is private: tests/platform/store/identity-sent-once.test.ts tells if it is elsewhere.
 */
function sentOnce(auth: Auth): Auth {
  const { authRequestHandler } = auth as unknown as PrivateAuth;
  if (authRequestHandler?.httpClient) authRequestHandler.httpClient.retry = null;
  return auth;
}

interface PrivateAuth {
  authRequestHandler?: { httpClient?: { retry: unknown } };
}

/** A bearer token for Google's REST APIs. The Auth emulator expects `owner`. */
export async function adminToken(): Promise<string> {
  if (env.FIREBASE_AUTH_EMULATOR_HOST) return "owner";
  const { credential } = (await app()).options;
  return (await credential?.getAccessToken())?.access_token ?? "";
}

export const firestore = once(async (): Promise<Firestore> => {
  const [{ getFirestore }, instance] = await Promise.all([
    import("firebase-admin/firestore"),
    app(),
  ]);
  return boundTransactions(getFirestore(instance));
});
