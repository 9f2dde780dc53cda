import { hkdfSync, randomUUID } from "node:crypto";
import { EncryptJWT } from "jose";
import { encodeGrowth } from "../../app/features/growth/encode-growth.ts";
import { serveFetch } from "../../sandbox/http-server.ts";
import type { FirestoreEmulator } from "../../sandbox/systems/firestore.ts";

const day = 86_400_000;
export const uidOf = (at: number) => `bench-uid-${at}`;

/** The identity provider and the subscription service of subscribers who all have an account and a plan. */
export async function startOutside() {
  const answer = (body: object) => Response.json(body);
  const server = await serveFetch(
    async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname.endsWith("/accounts:lookup")) {
        const { localId } = (await request.json()) as { localId: string[] };
        const users = localId.map((uid) => ({ localId: uid, email: `${uid}@example.com` }));
        return answer({ kind: "identitytoolkit#GetAccountInfoResponse", users });
      }
      const plan = { id: "sub-1", bundle: "profile-analyzer", plan_code: "ig_weekly_trial" };
      const dated = { status: "active", main_plan: true, started_at: "2026-01-01T00:00:00Z" };
      return answer({ subscriptions: [{ ...plan, ...dated, emails: [] }] });
    },
    { port: 0 },
  );
  const { port } = new URL(server.origin);
  return {
    stop: () => server.close(),
    env: { SUBSCRIPTIONS_URL: server.origin, FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${port}` },
  };
}

const names = Array.from({ length: 12 }, (_, at) => ({ username: `somebody.${at}` }));
const generation = "g";
/** One document each, of all that a letter is made from. */
const documentsOf = (uid: string) => [
  `settings/${uid}`,
  `weeklyLetters/${uid}`,
  `analyses/${uid}`,
  `analysisLists/${uid}-${generation}-0`,
  `profiles/${uid}`,
];

/** Writes a subscriber whose weekly letter is due at `now`, with news. */
export function subscribe(firestore: FirestoreEmulator, uid: string, now: number): void {
  const [piece] = encodeGrowth({
    isOtherAccount: false,
    exports: null,
    instagramCounts: [14, 7, 0].map((days) => ({
      at: Math.floor((now - days * day) / 1_000),
      followers: 1_000 - days,
    })),
    reach: [],
    posts: [],
    ledger: { outcome: "needs-export" },
  });
  const contents = [
    { weeklyLetter: true, breachAlerts: false, timeZone: "UTC", updatedAt: new Date(now) },
    {
      key: randomUUID(),
      state: "open",
      payload: { uid },
      progress: { monday: null, isSettled: true, told: null },
      requestedAt: now,
      updatedAt: now,
      dueAt: now,
      lease: 1,
      leaseUntil: 0,
      attempts: 0,
      patientUntil: now + day,
      needsPerson: null,
    },
    {
      revision: "r",
      generation,
      computedAt: new Date(now),
      changes: {},
      pieces: 1,
      index: { starts: [], categories: {} },
      growth: { growth: { at: 0, count: 1 }, departures: { at: 1, count: 0 } },
    },
    { uid, owner: `${uid}-${generation}`, createdAt: new Date(now), bytes: piece },
    {
      _source: "built-in",
      _insights: { status: "completed", recommendations: ["Post reels in the evening."] },
      _updatedAt: new Date(now),
      _calculatedData: { audience: { newFollowers: { totalValue: 12, items: names } } },
    },
  ];
  for (const [at, path] of documentsOf(uid).entries()) firestore.write(path, contents[at] ?? {});
}

interface Entry {
  dueAt: number | null;
  leaseUntil: number;
  attempts: number;
}

/** Whether nothing is left to do for a subscriber at `now`. */
export function isDone(firestore: FirestoreEmulator, uid: string, now: number): boolean {
  const entry = firestore.read(`weeklyLetters/${uid}`) as Entry | undefined;
  if (!entry) return true;
  const { dueAt, leaseUntil, attempts } = entry;
  return leaseUntil === 0 && (dueAt === null || (attempts === 0 && dueAt > now));
}

/** Erases a subscriber who has their letter, so that the sandbox's Firestore, which searches every document, stays quick. */
export function forget(firestore: FirestoreEmulator, uid: string): void {
  for (const path of documentsOf(uid)) firestore.erase(path);
}

/** The path that a letter's headers name for one click, made as app/features/letters/services/stop-link.server.ts makes it. */
export async function stopPath(uid: string, secret: string): Promise<string> {
  const key = new Uint8Array(hkdfSync("sha256", secret, "", "stop letter", 32));
  const token = await new EncryptJWT({ letter: "weeklyLetter" })
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setAudience("link:stop-letter")
    .setSubject(uid)
    .encrypt(key);
  return `/letters/stop?t=${token}`;
}
