import { type EncryptJWT, jwtDecrypt } from "jose";
import type { z } from "zod";

export type Unreadable = "expired" | "invalid";

/**
 * Tokens for mailed links that do not show whose they are: JWTs.
 * @param audience no token of another audience is accepted
 * @param claims what a token must say
 */
export function createEncryptedTokens<Claims>(audience: string, claims: z.ZodType<Claims>) {
  return {
    /** @param token with its claims, and with its end if it has one */
    encrypt: (key: Buffer, token: EncryptJWT): Promise<string> =>
      token.setProtectedHeader({ alg: "dir", enc: "A256GCM" }).setAudience(audience).encrypt(key),

    /** @param keys each is tried */
    async decrypt(
      keys: readonly Buffer[],
      token: string,
    ): Promise<{ claims: Claims } | { unreadable: Unreadable }> {
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
