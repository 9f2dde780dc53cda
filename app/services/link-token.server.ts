import { createHash } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { env } from "~/env.server";

/** What a link in a mail may do. A token is valid for one purpose only (contract 7). */
export type Purpose = "activation" | "cancellation";

const lifetimes: Record<Purpose, string> = { activation: "24h", cancellation: "7d" };

const secrets = env.SESSION_SECRETS.map((secret) => new TextEncoder().encode(secret));

/**
 * @param subject a subscription id
 * @param mailedTo the recipient's address, if only the owner of that address may use the link
 */
export async function signLinkToken(
  purpose: Purpose,
  subject: string,
  mailedTo?: string,
): Promise<string> {
  const [secret] = secrets;
  if (!secret) throw new Error("SESSION_SECRETS is empty");
  return new SignJWT(mailedTo === undefined ? {} : { to: addressDigest(mailedTo) })
    .setProtectedHeader({ alg: "HS256" })
    .setAudience(`link:${purpose}`)
    .setSubject(subject)
    .setJti(crypto.randomUUID())
    .setIssuedAt()
    .setExpirationTime(lifetimes[purpose])
    .sign(secret);
}

export type LinkToken =
  | { subject: string; id: string; wasMailedTo: (address: string) => boolean }
  | { refused: RefusedLink };

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
        wasMailedTo: (address) => payload.to === addressDigest(address),
      };
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ERR_JWT_EXPIRED")
        refused = "expired";
    }
  }
  return { refused };
}

function addressDigest(address: string): string {
  return createHash("sha256").update(address.trim().toLowerCase()).digest("base64url");
}
