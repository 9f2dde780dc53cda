import { createHmac } from "node:crypto";

interface Payload {
  /** Either of the account's ids. */
  userId: string;
  /** Epoch milliseconds. */
  issuedAt: number;
  algorithm?: string;
  /** Writes the id as a bare number. */
  numeric?: boolean;
}

/** What Meta posts as `signed_request` when somebody removes the app or asks for the deletion of their data. */
export function signedRequest(
  appSecret: string,
  { userId, issuedAt, algorithm = "HMAC-SHA256", numeric = false }: Payload,
): string {
  const id = numeric ? userId : JSON.stringify(userId);
  const json = `{"algorithm":${JSON.stringify(algorithm)},"issued_at":${Math.floor(issuedAt / 1_000)},"user_id":${id}}`;
  const payload = Buffer.from(json).toString("base64url");
  const signature = createHmac("sha256", appSecret).update(payload).digest("base64url");
  return `${signature}.${payload}`;
}
