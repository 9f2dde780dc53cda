import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { SecretKeys } from "~/env.server";

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts a text for a cookie with the first of the keys. */
export function seal([key]: SecretKeys, text: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv);
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString("base64url");
}

/** The text of `seal`; undefined if it is none of ours. Every key is tried, since secrets are rotated. */
export function unseal(keys: SecretKeys, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length <= ivBytes + tagBytes) return undefined;
  for (const key of keys) {
    const text = decrypt(key, bytes);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** @returns undefined if the bytes were not encrypted with this key */
function decrypt(key: Buffer, bytes: Buffer): string | undefined {
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes));
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    const start = decipher.update(bytes.subarray(ivBytes + tagBytes));
    return Buffer.concat([start, decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}
