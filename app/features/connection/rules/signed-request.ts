import { z } from "zod";
import { isSameDigest, keyedDigest } from "../../../platform/values/keyed-digest.ts";
import { idText } from "../../history/answer-parts.ts";
import { parseExactJson } from "../../history/exact-json.ts";

const payloadSchema = z.object({
  algorithm: z.string().refine((name) => name.toUpperCase() === "HMAC-SHA256"),
  user_id: idText,
  issued_at: z.int().positive(),
});

export interface SignedRequest {
  /** Either of the account's two ids (docs/product.md#connection). */
  userId: string;
  /** Epoch milliseconds. */
  issuedAt: number;
}

const form = /^([\w-]{43})=?\.([\w-]{1,8000}={0,2})$/;

/**
 * Reads Meta's `signed_request`: base64url(HMAC-SHA256 of the second part) `.` base64url(payload JSON).
 * @returns undefined if the signature or the payload is wrong
 */
export function readSignedRequest(text: string, appSecret: string): SignedRequest | undefined {
  const [, signature, payload] = form.exec(text) ?? [];
  if (!signature || !payload) return undefined;
  const expected = keyedDigest(appSecret, payload);
  if (!isSameDigest(Buffer.from(signature, "base64url"), expected)) return undefined;
  const json = Buffer.from(payload, "base64url").toString("utf8");
  const { data } = payloadSchema.safeParse(parseExactJson(json).value);
  return data && { userId: data.user_id, issuedAt: data.issued_at * 1_000 };
}
