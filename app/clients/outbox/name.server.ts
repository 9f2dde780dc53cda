import { createHmac } from "node:crypto";
import { env } from "~/env.server";

/**
 * What an entry of the outbox is called where its document's id has no place, since that may say whom it concerns:
 * in Redis, in the log and on operators' screens. A keyed digest: without the session secrets nobody finds the id
 * by trying.
 */
export function entryName(kind: string, id: string): string {
  const digest = createHmac("sha256", env.SESSION_SECRETS[0] ?? "")
    .update(`outbox:${kind}:${id}`)
    .digest("hex");
  return `${kind}-${digest.slice(0, 16)}`;
}
