import { createHash, hkdfSync, randomUUID } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { EncryptJWT } from "jose";
import type { FirestoreEmulator } from "../../sandbox/systems/firestore.ts";
import type { HostAccount } from "./host.ts";

/** Encrypts as app/platform/tokens/token-vault.server.ts does, which needs the app's environment. */
function seal(token: string, uid: string, secret: string): Promise<string> {
  const derive = (purpose: string) => new Uint8Array(hkdfSync("sha256", secret, "", purpose, 32));
  const digest = createHash("sha256").update(derive("access token key id")).digest("base64url");
  return new EncryptJWT({ token })
    .setProtectedHeader({ alg: "dir", enc: "A256GCM", kid: digest.slice(0, 12) })
    .setSubject(uid)
    .encrypt(derive("access token"));
}

const day = 86_400_000;

/** Writes the connection of one subscriber, whose account was read yesterday and has posted since. @param dueAt epoch milliseconds */
export async function connect(
  firestore: FirestoreEmulator,
  uid: string,
  { token, userId, appScopedId, username }: HostAccount,
  { secret, dueAt }: { secret: string; dueAt: number },
): Promise<void> {
  const now = Date.now();
  const key = randomUUID();
  firestore.write(`connections/${uid}`, {
    key,
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
      readAt: now - day,
      posts: null,
      after: null,
      missing: [],
      waitsUntil: null,
      pausedAt: null,
      withdrawnAt: null,
      letterSent: false,
    },
    requestedAt: now,
    updatedAt: now,
    dueAt,
    lease: 1,
    leaseUntil: 0,
    attempts: 0,
    patientUntil: now + 2 * day,
    needsPerson: null,
  });
  const head = {
    version: 1,
    readAt: now - day,
    username,
    ...{ followers: 900, following: 300, posts: [], isListed: true },
    ...{ followerCounts: [], reach: [], underWay: null, pieces: [] },
  };
  const bytes = deflateRawSync(JSON.stringify(head));
  firestore.write(`connectionPieces/${key}-0`, {
    ...{ uid, owner: key, n: 0, writtenAt: new Date(now), bytes },
  });
}

interface Entry {
  key: string;
  state: string;
  lease: number;
  dueAt: number | null;
  progress: { readAt: number | null };
}

const entryOf = (firestore: FirestoreEmulator, uid: string) =>
  firestore.read(`connections/${uid}`) as Entry | undefined;

/** Whether a connection is read, and its profile stands. */
export function isRead(firestore: FirestoreEmulator, uid: string): boolean {
  const entry = entryOf(firestore, uid);
  return Boolean(
    entry &&
      entry.lease > 1 &&
      (entry.dueAt ?? 0) > Date.now() + day / 48 &&
      firestore.read(`profiles/${uid}`),
  );
}

/**
 * Erases what a reading gave, for which this process has no room. The connection stays, due again tomorrow, among all the
 * others.
 */
export function forget(firestore: FirestoreEmulator, uid: string): void {
  const key = entryOf(firestore, uid)?.key;
  const analysis = firestore.read(`analyses/${uid}`) as
    | { generation: string | null; pieces: number }
    | undefined;
  for (const name of ["analyses", "profiles"]) firestore.erase(`${name}/${uid}`);
  // The head, and one piece of commenters: its second writing has the number 2 at most.
  for (const n of [0, 1, 2]) firestore.erase(`connectionPieces/${key}-${n}`);
  for (let n = 0; n < (analysis?.pieces ?? 0); n += 1)
    firestore.erase(`analysisLists/${uid}-${analysis?.generation}-${n}`);
}
