import { createHash, hkdfSync } from "node:crypto";
import { EncryptJWT, errors, jwtDecrypt } from "jose";
import { env } from "~/env.server";
import { log } from "~/platform/monitoring/log.server";
import { AccessToken } from "~/platform/tokens/access-token";

interface Key {
  id: string;
  bytes: Uint8Array;
}

const derive = (secret: string, purpose: string) =>
  new Uint8Array(hkdfSync("sha256", secret, "", purpose, 32));

/** In the order of TOKEN_KEYS: the first encrypts, all decrypt (contract 11). An id tells nothing of its key. */
const keys = (env.TOKEN_KEYS ?? []).map((secret): Key => {
  const digest = createHash("sha256").update(derive(secret, "access token key id"));
  return { id: digest.digest("base64url").slice(0, 12), bytes: derive(secret, "access token") };
});

const keyIdForm = /^[\w-]{12}$/;

const algorithms = {
  keyManagementAlgorithms: ["dir"],
  contentEncryptionAlgorithms: ["A256GCM"],
};

/**
 * Encrypts an access token, to be kept: a compact JWE with the key's id. The subscriber is part of what is encrypted, so
 * that a token cannot be moved to somebody else's document.
 */
export function sealToken(token: AccessToken, uid: string): Promise<string> {
  const [key] = keys;
  if (!key) throw new Error("TOKEN_KEYS is empty");
  return new EncryptJWT({ token: token.reveal() })
    .setProtectedHeader({ alg: "dir", enc: "A256GCM", kid: key.id })
    .setSubject(uid)
    .encrypt(key.bytes);
}

/** The key of a token is not in this process's TOKEN_KEYS: an operator's mistake, which must not cost the token. */
export class UnknownKey extends Error {
  override name = "UnknownKey";

  constructor() {
    super("the key of an access token is not in TOKEN_KEYS");
  }
}

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
    const { payload, protectedHeader } = await jwtDecrypt(sealed, keyOf, {
      ...algorithms,
      subject: uid,
    });
    if (typeof payload.token !== "string") throw new errors.JWTInvalid("no token");
    return { token: new AccessToken(payload.token), isOldKey: protectedHeader.kid !== keys[0]?.id };
  } catch (error) {
    if (error instanceof UnknownKey) log.error({}, error.message);
    if (!(error instanceof errors.JOSEError)) throw error;
    log.error({ reason: error.code }, "access token cannot be decrypted");
    return undefined;
  }
}

function keyOf({ kid }: { kid?: string }): Uint8Array {
  const key = keys.find(({ id }) => id === kid);
  if (key) return key.bytes;
  if (kid === undefined || !keyIdForm.test(kid)) throw new errors.JWKSNoMatchingKey();
  throw new UnknownKey();
}
