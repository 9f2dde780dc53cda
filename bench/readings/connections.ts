import { createHash, hkdfSync, randomUUID } from "node:crypto";
import { EncryptJWT } from "jose";
import type { FirestoreEmulator } from "../../sandbox/systems/firestore.ts";
import type { HostAccount } from "./host.ts";

/** Encrypts as app/clients/token-vault.server.ts does, which needs the app's environment. */
function seal(token: string, uid: string, secret: string): Promise<string> {
  const derive = (purpose: string) => new Uint8Array(hkdfSync("sha256", secret, "", purpose, 32));
  const digest = createHash("sha256").update(derive("access token key id")).digest("base64url");
  return new EncryptJWT({ token })
    .setProtectedHeader({ alg: "dir", enc: "A256GCM", kid: digest.slice(0, 12) })
    .setSubject(uid)
    .encrypt(derive("access token"));
}

const day = 86_400_000;

/** Writes the connection of one subscriber, due now. */
export async function connect(
  firestore: FirestoreEmulator,
  uid: string,
  { token, userId, appScopedId, username }: HostAccount,
  secret: string,
): Promise<void> {
  const now = Date.now();
  firestore.write(`connections/${uid}`, {
    key: randomUUID(),
    state: "open",
    payload: {
      uid,
      token: await seal(token, uid, secret),
      tokenObtainedAt: now,
      tokenExpiresAt: now + 60 * day,
      userId,
      appScopedId,
      username,
      name: null,
      accountType: "MEDIA_CREATOR",
      permissions: null,
      connectedAt: now,
    },
    progress: {
      begunAt: null,
      readAt: null,
      posts: null,
      after: null,
      missing: [],
      waitsUntil: null,
      withdrawnAt: null,
      letterSent: false,
    },
    requestedAt: now,
    updatedAt: now,
    dueAt: now,
    lease: 1,
    leaseUntil: 0,
    attempts: 0,
    patientUntil: now + 2 * day,
    needsPerson: null,
  });
}

interface Entry {
  key: string;
  state: string;
  lease: number;
  dueAt: number | null;
  progress: { readAt: number | null };
}

export const entryOf = (firestore: FirestoreEmulator, uid: string) =>
  firestore.read(`connections/${uid}`) as Entry | undefined;

/** Whether a connection is read, and its profile stands. */
export function isRead(firestore: FirestoreEmulator, uid: string): boolean {
  const entry = entryOf(firestore, uid);
  return Boolean(
    entry?.progress.readAt && (entry.dueAt ?? 0) > Date.now() && firestore.read(`profiles/${uid}`),
  );
}

/** Erases all of a connection that was read, so that the sandbox's Firestore, which searches every document, stays quick. */
export function forget(firestore: FirestoreEmulator, uid: string): void {
  const key = entryOf(firestore, uid)?.key;
  const analysis = firestore.read(`analyses/${uid}`) as
    | { generation: string | null; pieces: number }
    | undefined;
  for (const name of ["connections", "analyses", "profiles"]) firestore.erase(`${name}/${uid}`);
  for (const name of Object.keys(firestore.readAll("connectionPieces")))
    if (name.startsWith(`${key}-`)) firestore.erase(`connectionPieces/${name}`);
  for (let n = 0; n < (analysis?.pieces ?? 0); n += 1)
    firestore.erase(`analysisLists/${uid}-${analysis?.generation}-${n}`);
}
