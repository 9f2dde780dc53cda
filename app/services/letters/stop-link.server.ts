import { EncryptJWT, jwtDecrypt } from "jose";
import { z } from "zod";
import { type LetterName, letterNames } from "~/domain/settings";
import { env, secretKeys } from "~/env.server";

/** What the link of a letter turns off, and for whom. */
export interface Stop {
  uid: string;
  letter: LetterName;
}

const audience = "link:stop-letter";
/** In the order of SESSION_SECRETS: the first encrypts, all decrypt. */
const keys = secretKeys("stop letter");
const claims = z.object({ sub: z.string().min(1), letter: z.enum(letterNames) });

/**
 * The link that turns a letter off without signing in (contract 14). Whose it is, is encrypted. It has no end: letters lie
 * in mailboxes for years, and the link can do nothing else.
 */
export async function stopLink({ uid, letter }: Stop): Promise<string> {
  const [key] = keys;
  if (!key) throw new Error("SESSION_SECRETS is empty");
  const token = await new EncryptJWT({ letter })
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setAudience(audience)
    .setSubject(uid)
    .encrypt(key);
  return `${env.APP_ORIGIN}/letters/stop?t=${token}`;
}

/** @returns undefined for a token that is not of this app, or of secrets that it has no more */
export async function openStop(token: string): Promise<Stop | undefined> {
  for (const key of keys) {
    try {
      const { payload } = await jwtDecrypt(token, key, {
        audience,
        keyManagementAlgorithms: ["dir"],
        contentEncryptionAlgorithms: ["A256GCM"],
      });
      const { sub: uid, letter } = claims.parse(payload);
      return { uid, letter };
    } catch {
      // Of another secret, or no token.
    }
  }
  return undefined;
}
