import { createHmac } from "node:crypto";
import { env } from "~/env.server";

/**
 * A pseudonym of an outbox entry for Redis, the log and operators' screens, because the document's id may identify a
 * person. An HMAC with the session secret, so that nobody can find the id by hashing guesses.
 */
export function entryName(kind: string, id: string): string {
  const digest = createHmac("sha256", env.SESSION_SECRETS[0] ?? "")
    .update(`outbox:${kind}:${id}`)
    .digest("hex");
  return `${kind}-${digest.slice(0, 16)}`;
}
