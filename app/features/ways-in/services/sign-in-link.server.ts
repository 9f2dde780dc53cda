import { EncryptJWT } from "jose";
import { z } from "zod";
import { env, secretKeys } from "~/env.server";
import { createEncryptedTokens, type Unreadable } from "~/platform/tokens/encrypted-token.server";

/** Whom a mailed link signs in, and as the account was when it was mailed. */
export interface SignInLink {
  uid: string;
  /** The address that it was mailed to. */
  email: string;
  /**
   * The account's `validSince` then. Of an account whose address is proven, a change of the password or a sign-out
   * everywhere makes the link void.
   */
  validSince: number;
  /** For the mark of its one use. */
  id: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** The first encrypts, all decrypt. */
const keys = secretKeys("sign-in link");

const tokens = createEncryptedTokens(
  "link:sign-in",
  z.object({
    sub: z.string().min(1),
    to: z.string().min(1),
    since: z.number(),
    jti: z.string().min(1),
    exp: z.number(),
  }),
);

/**
 * A link that signs in once, within 15 minutes from now (contract 13). Whose it is, is encrypted.
 * @param id of the letter: sent twice, its links are of one use together
 */
export async function signInLink(
  { uid, email, validSince }: Omit<SignInLink, "id" | "expiresAt">,
  id: string,
): Promise<string> {
  const token = await tokens.encrypt(
    keys[0],
    new EncryptJWT({ to: email, since: validSince })
      .setSubject(uid)
      .setJti(id)
      .setIssuedAt()
      .setExpirationTime("15m"),
  );
  return `${env.APP_ORIGIN}/sign-in/link?t=${token}`;
}

/** Calls no outside system. */
export async function openSignInLink(
  token: string,
): Promise<SignInLink | { unreadable: Unreadable }> {
  const read = await tokens.decrypt(keys, token);
  if ("unreadable" in read) return read;
  const { sub: uid, to: email, since: validSince, jti: id, exp } = read.claims;
  return { uid, email, validSince, id, expiresAt: exp * 1_000 };
}
