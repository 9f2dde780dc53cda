import { env } from "~/env.server";
import { keyedDigest } from "~/platform/values/keyed-digest";

/**
 * A pseudonym of an outbox entry for Redis, the log and operators' screens, because the document's id may identify a
 * person.
 */
export function entryName(kind: string, id: string): string {
  const digest = keyedDigest(env.SESSION_SECRETS[0] ?? "", `outbox:${kind}:${id}`).toString("hex");
  return `${kind}-${digest.slice(0, 16)}`;
}
