import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { markStateUsed } from "~/clients/used-states.server";
import { secretKeys } from "~/env.server";

/** Milliseconds within which the person must come back from Instagram. */
const lifetime = 10 * 60_000;

/** Milliseconds after which a mark is no longer needed: the state has expired by every container's clock. */
const markedFor = 2 * lifetime;

/** `{issued at}.{random}.{HMAC of these and of the session}`. It tells nothing of the session or the subscriber. */
const form = /^((\d{13})\.([\da-f]{32}))\.([\w-]{43})$/;

const keys = secretKeys("instagram state");

interface Session {
  uid: string;
  sessionId: string;
}

const sign = (key: Buffer, claims: string, { uid, sessionId }: Session) =>
  createHmac("sha256", key)
    .update(JSON.stringify([claims, uid, sessionId]))
    .digest();

/** The `state` that a subscriber takes along to Instagram: for this session, for one use, for ten minutes. */
export function issueState(session: Session): string {
  const [key] = keys;
  if (!key) throw new Error("SESSION_SECRETS is empty");
  const claims = `${Date.now()}.${randomBytes(16).toString("hex")}`;
  return `${claims}.${sign(key, claims, session).toString("base64url")}`;
}

export type Redeemed =
  | { verdict: "valid" }
  | { verdict: "used"; issuedAt: number; usedAt: number }
  /** `foreign`: not this session's, or not ours at all. */
  | { verdict: "expired" | "foreign" };

/** Uses a state up. @throws UpstreamError if Firestore does not say whether it was used: then it counts as used */
export async function redeemState(state: string, session: Session): Promise<Redeemed> {
  const [, claims = "", issued, id = "", mac = ""] = form.exec(state) ?? [];
  const given = Buffer.from(mac, "base64url");
  const isOurs = keys.some((key) => {
    const expected = sign(key, claims, session);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isOurs) return { verdict: "foreign" };
  const issuedAt = Number(issued);
  if (Date.now() >= issuedAt + lifetime) return { verdict: "expired" };
  const usedAt = await markStateUsed(id, issuedAt + markedFor);
  return usedAt === undefined ? { verdict: "valid" } : { verdict: "used", issuedAt, usedAt };
}
