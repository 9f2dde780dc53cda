import { createHash } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { env } from "~/env.server";
import { addressKey } from "~/platform/values/mail-address";

/** What a link in a mail may do. A token is valid for one purpose only (contract 7). */
export type Purpose = "activation" | "cancellation";

const lifetimes: Record<Purpose, string> = { activation: "24h", cancellation: "7d" };

const secrets = env.SESSION_SECRETS.map((secret) => new TextEncoder().encode(secret));

/** Whom a link is for, if only the owner of that address may use it. */
export interface Recipient {
  address: string;
  /** The `validSince` of their account; null if they have none. */
  validSince: number | null;
}

/** @param subject a subscription id */
export async function signLinkToken(
  purpose: Purpose,
  subject: string,
  recipient?: Recipient,
): Promise<string> {
  const [secret] = secrets;
  if (!secret) throw new Error("SESSION_SECRETS is empty");
  const claims = recipient && {
    to: addressDigest(recipient.address),
    since: recipient.validSince,
  };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256" })
    .setAudience(`link:${purpose}`)
    .setSubject(subject)
    .setJti(crypto.randomUUID())
    .setIssuedAt()
    .setExpirationTime(lifetimes[purpose])
    .sign(secret);
}

export interface ReadLink {
  subject: string;
  /** For the mark of its use. */
  id: string;
  /** Epoch milliseconds. */
  expiresAt: number;
  wasMailedTo: (address: string) => boolean;
  /** The `validSince` of the recipient's account when it was mailed; null if there was none. */
  validSince: number | null;
}

export type LinkToken = ReadLink | { refused: RefusedLink };

export type RefusedLink = "expired" | "invalid";

/** Accepts signatures by any session secret, so that secrets can be rotated. */
export async function verifyLinkToken(purpose: Purpose, token: string): Promise<LinkToken> {
  let refused: RefusedLink = "invalid";
  for (const secret of secrets) {
    try {
      const { payload } = await jwtVerify(token, secret, {
        algorithms: ["HS256"],
        audience: `link:${purpose}`,
        requiredClaims: ["sub", "jti", "exp"],
      });
      return {
        subject: payload.sub ?? "",
        id: payload.jti ?? "",
        expiresAt: (payload.exp ?? 0) * 1_000,
        wasMailedTo: (address) => payload.to === addressDigest(address),
        validSince: typeof payload.since === "number" ? payload.since : null,
      };
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ERR_JWT_EXPIRED")
        refused = "expired";
    }
  }
  return { refused };
}

function addressDigest(address: string): string {
  return createHash("sha256").update(addressKey(address)).digest("base64url");
}
