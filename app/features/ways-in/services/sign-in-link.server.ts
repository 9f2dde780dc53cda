import { z } from "zod";
import { env } from "~/env.server";
import { seal, type Unreadable, unseal } from "~/platform/tokens/tokens.server";

/** Whom a mailed link signs in, and how the account was when it was mailed. */
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

const claims = z.object({
  sub: z.string().min(1),
  to: z.string().min(1),
  since: z.number(),
  jti: z.string().min(1),
});

/**
 * A link that signs in once, within 15 minutes from now (docs/product.md#links-by-mail). Whose it is, is encrypted.
 * @param id of the letter: if it is sent twice, its links share their one use
 */
export async function signInLink(
  { uid, email, validSince }: Omit<SignInLink, "id" | "expiresAt">,
  id: string,
): Promise<string> {
  const token = await seal("sign-in link", { to: email, since: validSince, sub: uid, jti: id });
  return `${env.APP_ORIGIN}/sign-in/link?t=${token}`;
}

/** Calls no outside system. */
export async function openSignInLink(
  token: string,
): Promise<SignInLink | { unreadable: Unreadable }> {
  const read = await unseal("sign-in link", token, claims);
  if ("unreadable" in read) return read;
  const { sub: uid, to: email, since: validSince, jti: id } = read.claims;
  return { uid, email, validSince, id, expiresAt: read.expiresAt };
}
