import { randomUUID } from "node:crypto";
import { sandbox } from "#tests/setup/outside";
import type { ConnectionPayload, ConnectionProgress } from "~/features/history/connection";
import { firestore } from "~/platform/store/firebase.server";
import { AccessToken } from "~/platform/tokens/access-token";
import { sealToken } from "~/platform/tokens/token-vault.server";

const { instagram } = sandbox.world;

/** Gives somebody an account and a running plan, unless they have one: without a plan nothing is read. */
function giveAccount(uid: string): void {
  const { accounts, subscriptions } = sandbox.world;
  if (accounts.has(uid)) return;
  const email = `${uid}@example.com`;
  accounts.set(uid, {
    uid,
    email,
    password: "member-pass",
    disabled: false,
    createdAt: Date.now(),
    validSince: 0,
  });
  subscriptions.push({
    id: `sub-${uid}`,
    bundle: "profile-analyzer",
    planCode: "ig_weekly_trial",
    status: "active",
    mainPlan: true,
    startedAt: new Date(Date.now() - 40 * 86_400_000),
    emails: [email],
    uid,
  });
}

interface Changes {
  payload?: Partial<ConnectionPayload>;
  progress?: Partial<ConnectionProgress>;
  entry?: object;
}

/** A subscriber's connection to one of the sandbox's accounts, as connecting would leave it: due now. */
export async function connectAccount(account: string, uid: string, changes: Changes = {}) {
  giveAccount(uid);
  const now = Date.now();
  const issued = instagram.connect(account);
  const { userId, appScopedId, username, plan } = issued.account;
  const payload: ConnectionPayload = {
    uid,
    token: await sealToken(new AccessToken(issued.text), uid),
    tokenObtainedAt: now,
    tokenExpiresAt: now + (issued.expiresAt - issued.issuedAt),
    userId,
    appScopedId,
    username,
    name: plan.name,
    accountType: plan.type,
    permissions: null,
    connectedAt: now,
    ...changes.payload,
  };
  const progress: ConnectionProgress = {
    begunAt: null,
    readAt: null,
    posts: null,
    after: null,
    missing: [],
    waitsUntil: null,
    pausedAt: null,
    withdrawnAt: null,
    letterSent: false,
    ...changes.progress,
  };
  const key = randomUUID();
  const document = (await firestore()).collection("connections").doc(uid);
  await document.set({
    key,
    state: "open",
    payload,
    progress,
    requestedAt: now,
    updatedAt: now,
    dueAt: now,
    lease: 1,
    leaseUntil: 0,
    attempts: 0,
    patientUntil: now + 86_400_000,
    needsPerson: null,
    ...changes.entry,
  });
  const read = async () => (await document.get()).data();
  const ended = { uid, key, connectedAt: payload.connectedAt };
  return { uid, key, ended, document, read, token: issued };
}
