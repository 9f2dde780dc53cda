import { setTimeout as pause } from "node:timers/promises";
import { sourceOf } from "~/features/analysis/profiles.server";
import type { InstagramVerdict } from "~/features/connection/rules/refusal";
import { disconnections } from "~/features/connection/services/outbox/disconnection.server";
import { readSoon } from "~/features/connection/services/read-soon.server";
import { InstagramRefused } from "~/features/connection/store/ask-instagram.server";
import {
  exchangeCode,
  getAccount,
  getLongLivedToken,
} from "~/features/connection/store/instagram.server";
import type { ConnectProblem } from "~/features/history/connecting";
import type { Scope } from "~/features/history/connection";
import { connectionOf, keepConnection } from "~/features/history/connections.server";
import { log } from "~/platform/monitoring/log.server";
import { runEntry } from "~/platform/outbox/runner.server";
import { noteErasures } from "~/platform/store/erasure-marks.server";
import { sealToken } from "~/platform/tokens/token-vault.server";
import { sign, useOnce, verify } from "~/platform/tokens/tokens.server";
import { orElse, UpstreamError, within } from "~/platform/upstream/upstream.server";
import { inBackground } from "~/platform/work/background.server";

/** What Instagram's page sends the person back with. */
export interface Returned {
  /** The callback's address, the same as in `authorizeAddress`. */
  redirectUri: string;
  code: string | null;
  state: string | null;
  error: string | null;
}

interface Session {
  uid: string;
  sessionId: string;
}

/** The `state` that a subscriber takes along to Instagram. */
export const issueState = ({ uid, sessionId }: Session): string =>
  sign("instagram state", [uid, sessionId]);

/** Milliseconds that the page waits for Instagram. Connecting goes on after that. */
const answeredWithin = 3_000;

/**
 * Ends the round trip to Instagram: redeems the state, exchanges the code for a token and that for one that lives 60
 * days, and asks whose account it is. Then all is kept, and the first reading begins.
 * @returns undefined if the account is connected
 */
export async function finishConnecting(
  { uid, sessionId }: Session,
  { redirectUri, code, state, error }: Returned,
): Promise<ConnectProblem | undefined> {
  void noteErasures(uid);
  return orElse(
    async () => {
      if ((await sourceOf(uid)) === "outside") return "outside";
      const read = verify("instagram state", state ?? "", [uid, sessionId]);
      if (read.verdict !== "valid") return read.verdict;
      const { issuedAt } = read;
      // Where Firestore does not say whether it was used, it counts as used.
      const usedAt = await useOnce("instagram state", read);
      // The same answer for the first use of the state and for another.
      if (error !== null) return error === "access_denied" ? "refused" : "down";
      if (usedAt !== undefined) return await afterFirstUse(uid, { issuedAt, usedAt });
      if (!code) return "code";
      const connecting = connect(uid, code, redirectUri);
      inBackground("connecting to Instagram", connecting);
      return within(answeredWithin, connecting, () => "slow" as const);
    },
    () => "unavailable",
  );
}

/** Milliseconds that connecting takes at most: three calls to Instagram, 6 s each, pauses between tries, and Firestore. */
const longestConnecting = 28_000;

/** Milliseconds before another try after a passing failure of Instagram's. Together they fit in `answeredWithin`. */
const pauses = [250, 500, 1_000];

/** The same address opened twice: the first may still be waiting for Instagram. */
async function afterFirstUse(
  uid: string,
  { issuedAt, usedAt }: { issuedAt: number; usedAt: number },
): Promise<ConnectProblem | undefined> {
  const until = Math.min(Date.now() + answeredWithin, usedAt + longestConnecting);
  for (;;) {
    const connection = await connectionOf(uid);
    if (connection && connection.payload.connectedAt >= issuedAt) return undefined;
    if (Date.now() + 300 >= until) return "used";
    await pause(300);
  }
}

async function connect(
  uid: string,
  code: string,
  redirectUri: string,
): Promise<ConnectProblem | undefined> {
  // Taken before the exchange: no call of Meta's about this connection can be older.
  const connectedAt = Date.now();
  try {
    const tries = pauses.values();
    const grant = await patiently(tries, () => exchangeCode(code, redirectUri));
    if (grant.permissions && !grant.permissions.includes(basic)) return "permissions";
    const { token, lifetime } = await patiently(tries, () => getLongLivedToken(grant.token));
    const tokenObtainedAt = Date.now();
    const getOwn = () => getAccount(token, { isConnecting: true });
    const { value: account } = await patiently(tries, getOwn);
    if (account.type?.toUpperCase() === "PERSONAL") return "personal";
    const { userId, appScopedId, username, name, type: accountType } = account;
    const kept = await keepConnection({
      uid,
      token: await sealToken(token, uid),
      tokenObtainedAt,
      tokenExpiresAt: tokenObtainedAt + lifetime,
      userId,
      appScopedId,
      username,
      name,
      accountType,
      permissions: grant.permissions,
      connectedAt,
    });
    if (kept === "other-account") return "other-account";
    log.info({ replaced: kept.disconnection !== undefined }, "connected to Instagram");
    if (kept.disconnection !== undefined)
      inBackground("disconnection", runEntry(disconnections, kept.disconnection));
    readSoon(uid);
    return undefined;
  } catch (error) {
    return problemOf(error);
  }
}

/** Asks again after a passing failure of Instagram's, as long as there are pauses left. */
async function patiently<T>(pausesLeft: Iterator<number>, ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof InstagramRefused) || error.verdict.kind !== "later") throw error;
      const { value: milliseconds, done } = pausesLeft.next();
      if (done) throw error;
      await pause(milliseconds);
    }
  }
}

const basic: Scope = "instagram_business_basic";

/** @throws what is neither Instagram's nor Firestore's failure */
function problemOf(error: unknown): ConnectProblem {
  if (error instanceof InstagramRefused) {
    const { kind } = error.verdict;
    // From `/me`, codes 10 and 200 say that the permission is missing; 190 says that the token is not valid.
    return kind === "needs-person" && error.call === "me" ? "permissions" : refusals[kind];
  }
  if (!(error instanceof UpstreamError)) throw error;
  return error.system === "firestore" ? "unavailable" : "down";
}

const refusals: Record<InstagramVerdict["kind"], ConnectProblem> = {
  "needs-person": "code",
  "permission-missing": "permissions",
  gone: "personal",
  "ask-without": "personal",
  wait: "limited",
  later: "down",
};
