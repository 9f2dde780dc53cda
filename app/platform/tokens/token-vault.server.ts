import { z } from "zod";
import { log } from "~/platform/monitoring/log.server";
import { AccessToken } from "~/platform/tokens/access-token";
import { seal, UnknownKey, unseal } from "~/platform/tokens/tokens.server";

const claims = z.object({ token: z.string() });

/**
 * Encrypts an access token, to be kept. The subscriber is part of what is encrypted, so that a token cannot be moved to
 * somebody else's document.
 */
export const sealToken = (token: AccessToken, uid: string): Promise<string> =>
  seal("access token", { token: token.reveal(), sub: uid });

/**
 * Decrypts a kept token. `isOldKey`: it was encrypted with a key that is no longer the first; seal it anew.
 * @returns undefined if it was changed, or if it is another subscriber's
 * @throws UnknownKey if its key is not in TOKEN_KEYS
 */
export async function openToken(
  sealed: string,
  uid: string,
): Promise<{ token: AccessToken; isOldKey: boolean } | undefined> {
  try {
    const opened = await unseal("access token", sealed, claims, uid);
    if ("claims" in opened)
      return { token: new AccessToken(opened.claims.token), isOldKey: opened.hasOldKey };
    log.error({ reason: opened.reason }, "access token cannot be decrypted");
    return undefined;
  } catch (error) {
    if (error instanceof UnknownKey) log.error({}, error.message);
    throw error;
  }
}
