import { EncryptJWT } from "jose";
import { z } from "zod";
import { env, secretKeys } from "~/env.server";
import { type LetterName, letterNames } from "~/features/account/settings";
import { keptKey, keptOrNewKey } from "~/platform/store/kept-keys.server";
import { createEncryptedTokens } from "~/platform/tokens/encrypted-token.server";

/** What the link of a letter turns off, and for whom. */
export interface Stop {
  uid: string;
  letter: LetterName;
}

const claims = z.object({ sub: z.string().min(1), letter: z.enum(letterNames) });
const tokens = createEncryptedTokens("link:stop-letter", claims);

const keyName = "stop-letter";

/** Those of before the key was kept. A link of that time works as long as its secret does. */
const earlierKeys = secretKeys("stop letter");

/**
 * The link that turns a letter off without signing in (contract 14). Whose it is, is encrypted. It has no end: letters lie
 * in mailboxes for years, and the link can do nothing else. So its key outlives the session secrets.
 */
export async function stopLink({ uid, letter }: Stop): Promise<string> {
  const key = await keptOrNewKey(keyName);
  const token = await tokens.encrypt(key, new EncryptJWT({ letter }).setSubject(uid));
  return `${env.APP_ORIGIN}/letters/stop?t=${token}`;
}

/**
 * @returns undefined for a token that is not of this app, or of a secret that it has no more
 * @throws UpstreamError while the key is not known
 */
export async function openStop(token: string): Promise<Stop | undefined> {
  if (token === "") return undefined;
  const earlier = await tokens.decrypt(earlierKeys, token);
  if ("claims" in earlier) return stopIn(earlier.claims);
  const key = await keptKey(keyName);
  const read = await tokens.decrypt(key ? [key] : [], token);
  return "claims" in read ? stopIn(read.claims) : undefined;
}

const stopIn = ({ sub: uid, letter }: z.output<typeof claims>): Stop => ({ uid, letter });
