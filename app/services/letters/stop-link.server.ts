import { EncryptJWT } from "jose";
import { z } from "zod";
import { type LetterName, letterNames } from "~/domain/settings";
import { env } from "~/env.server";
import { createEncryptedTokens } from "~/services/encrypted-token.server";

/** What the link of a letter turns off, and for whom. */
export interface Stop {
  uid: string;
  letter: LetterName;
}

const tokens = createEncryptedTokens(
  "stop letter",
  "link:stop-letter",
  z.object({ sub: z.string().min(1), letter: z.enum(letterNames) }),
);

/**
 * The link that turns a letter off without signing in (contract 14). Whose it is, is encrypted. It has no end: letters lie
 * in mailboxes for years, and the link can do nothing else.
 */
export async function stopLink({ uid, letter }: Stop): Promise<string> {
  const token = await tokens.encrypt(new EncryptJWT({ letter }).setSubject(uid));
  return `${env.APP_ORIGIN}/letters/stop?t=${token}`;
}

/** @returns undefined for a token that is not of this app, or of secrets that it has no more */
export async function openStop(token: string): Promise<Stop | undefined> {
  const read = await tokens.decrypt(token);
  return "claims" in read ? { uid: read.claims.sub, letter: read.claims.letter } : undefined;
}
