import { EncryptJWT, jwtDecrypt } from "jose";
import { z } from "zod";
import { env, secretKeys } from "~/env.server";

/** Whom a mailed link signs in, and as the account was when it was mailed. */
export interface SignInLink {
  uid: string;
  /** The address that it was mailed to. */
  email: string;
  /** The account's `validSince` then. A change of the password or a sign-out everywhere makes the link void. */
  validSince: number;
  /** For the mark of its one use. */
  id: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

export type UnreadableLink = "expired" | "invalid";

const audience = "link:sign-in";
const lifetime = "15m";
/** In the order of SESSION_SECRETS: the first encrypts, all decrypt. */
const keys = secretKeys("sign-in link");
const claims = z.object({
  sub: z.string().min(1),
  to: z.string().min(1),
  since: z.number(),
  jti: z.string().min(1),
  exp: z.number(),
});

/** A link that signs in once, within 15 minutes (contract 13). Whose it is, is encrypted. */
export async function signInLink({
  uid,
  email,
  validSince,
}: Omit<SignInLink, "id" | "expiresAt">): Promise<string> {
  const [key] = keys;
  if (!key) throw new Error("SESSION_SECRETS is empty");
  const token = await new EncryptJWT({ to: email, since: validSince })
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setAudience(audience)
    .setSubject(uid)
    .setJti(crypto.randomUUID())
    .setIssuedAt()
    .setExpirationTime(lifetime)
    .encrypt(key);
  return `${env.APP_ORIGIN}/sign-in/link?t=${token}`;
}

/** Calls no outside system. */
export async function openSignInLink(
  token: string,
): Promise<SignInLink | { unreadable: UnreadableLink }> {
  let unreadable: UnreadableLink = "invalid";
  for (const key of keys) {
    try {
      const { payload } = await jwtDecrypt(token, key, {
        audience,
        keyManagementAlgorithms: ["dir"],
        contentEncryptionAlgorithms: ["A256GCM"],
      });
      const { sub: uid, to: email, since: validSince, jti: id, exp } = claims.parse(payload);
      return { uid, email, validSince, id, expiresAt: exp * 1_000 };
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ERR_JWT_EXPIRED")
        unreadable = "expired";
    }
  }
  return { unreadable };
}
