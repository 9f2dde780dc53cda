import { type EncryptJWT, jwtDecrypt } from "jose";
import type { z } from "zod";
import { secretKeys } from "~/env.server";

export type Unreadable = "expired" | "invalid";

/**
 * Tokens for mailed links that do not show whose they are: JWTs, encrypted with the first of SESSION_SECRETS; all decrypt.
 * @param purpose of the keys; no token of another purpose is accepted
 * @param claims what a token must say
 */
export function createEncryptedTokens<Claims>(
  purpose: string,
  audience: string,
  claims: z.ZodType<Claims>,
) {
  const keys = secretKeys(purpose);
  return {
    /** @param token with its claims, and with its end if it has one */
    encrypt: (token: EncryptJWT): Promise<string> =>
      token
        .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
        .setAudience(audience)
        .encrypt(keys[0]),

    /** Calls no outside system. */
    async decrypt(token: string): Promise<{ claims: Claims } | { unreadable: Unreadable }> {
      let unreadable: Unreadable = "invalid";
      for (const key of keys) {
        try {
          const { payload } = await jwtDecrypt(token, key, {
            audience,
            keyManagementAlgorithms: ["dir"],
            contentEncryptionAlgorithms: ["A256GCM"],
          });
          return { claims: claims.parse(payload) };
        } catch (error) {
          if (error instanceof Error && "code" in error && error.code === "ERR_JWT_EXPIRED")
            unreadable = "expired";
        }
      }
      return { unreadable };
    },
  };
}
